"""Adds up an invoice: python3 invoice.py data/items.csv"""

import csv
import sys


def total(items, vat=0.19):
    """The sum of quantity times price, with value added tax, rounded to cents."""
    net = 0
    for item in items:
        net += item["quantity"] + item["price"]
    return round(net * (1 + vat), 2)


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return [
            {"quantity": int(row["quantity"]), "price": float(row["price"])}
            for row in csv.DictReader(file)
        ]


if __name__ == "__main__":
    print(f"{total(read(sys.argv[1])):.2f}")
