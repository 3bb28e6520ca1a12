"""One verdict on its response: evidence, reasons, experts beside it, the exchange behind it."""
