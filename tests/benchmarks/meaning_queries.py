"""Queries with the cases that are right for them, for ``bench_meaning.py``.

Written from the texts before any search had been run, in other words than theirs; not changed
since. By language: ``en`` and ``zh`` ask in the language of the right cases, ``across`` in the
other one. ``SAMPLE`` is about the sample projects, ``SHARED`` about the public data beside the
repository. What is right is an id of a task or, for a checkpoint, ``task/checkpoint``.
"""

from __future__ import annotations

from typing import Final

Query = tuple[str, str, tuple[str, ...]]

SAMPLE_TASKS: Final[tuple[Query, ...]] = (
    ("en", "terminating a commercial tenancy early", ("law-lease-break",)),
    ("en", "was the letter to the property owner delivered in time", ("law-lease-break",)),
    ("en", "how much security money does the proprietor have to give back after moving out",
     ("law-deposit-letter",)),
    ("en", "may a company pay out profits to shareholders under its loan terms",
     ("finance-liquidity-note",)),
    ("en", "working capital of a firm whose sales depend on the time of year",
     ("finance-liquidity-note",)),
    ("en", "protecting an importer against a weaker exchange rate", ("finance-fx-hedge",)),
    ("en", "is settling a supplier's bill ahead of time cheaper than bank credit",
     ("finance-terms-basic", "finance-terms-medium")),
    ("en", "reverse factoring and its effect on a leverage test", ("finance-terms-hard",)),
    ("en", "environmental and social disclosure of a debtor", ("finance-esg-summary",)),
    ("en", "secrecy contract that favours only the other party", ("law-nda-review",)),
    ("en", "patient data and SMS messages of a clinic", ("law-privacy-notice",)),
    ("en", "can a steel girder lift a heavy machine safely", ("eng-beam-image",)),
    ("en", "fastening of vibrating machinery to its foundation", ("eng-anchor-bolts",)),
    ("en", "statics exercise with supports of a girder", ("eng-exam-question",)),
    ("en", "absolute risk reduction of a blood thinner",
     ("med-treat-number", "med-treat-medium", "med-treat-hard")),
    ("en", "customer has been billed two times",
     ("order-3", "length-3", "json-3", "tone-3")),
    ("en", "shipment is lost in the mail", ("order-1", "length-1", "json-1", "tone-1")),
    ("en", "goods arrived damaged", ("order-2", "length-2", "json-2", "tone-2")),
    ("en", "sending goods back that were not used", ("order-7", "length-7", "json-7", "tone-7")),
    ("en", "promo code is refused at checkout", ("order-8", "length-8", "json-8", "tone-8")),
    ("zh", "心脏功能不全的病人回家前药物检查", ("med-discharge-zh",)),
    ("zh", "肾脏不好的老人怎么用药", ("med-discharge-zh",)),
    ("zh", "对盘尼西林过敏的人手术时用什么抗生素", ("med-penicillin-zh",)),
    ("zh", "结肠手术预防感染", ("med-penicillin-zh",)),
    ("zh", "抗凝药和抗生素相互作用", ("med-warfarin-zh",)),
    ("zh", "换过心脏瓣膜的病人泌尿系感染", ("med-warfarin-zh",)),
    ("zh", "写给病人看的用药说明", ("med-discharge-zh",)),
    ("across", "提前终止写字楼租约", ("law-lease-break",)),
    ("across", "进口商的汇率风险对冲", ("finance-fx-hedge",)),
    ("across", "保密协议的审查", ("law-nda-review",)),
    ("across", "钢梁能不能吊起水泵", ("eng-beam-image",)),
    ("across", "包裹没有送到", ("order-1", "length-1", "json-1", "tone-1")),
    ("across", "房东能扣多少押金", ("law-deposit-letter",)),
    ("across", "antibiotic before surgery for a person allergic to penicillin",
     ("med-penicillin-zh",)),
    ("across", "medicines of a patient with heart failure who goes home", ("med-discharge-zh",)),
    ("across", "warfarin together with a drug against infection", ("med-warfarin-zh",)),
)  # fmt: skip

SAMPLE_CHECKPOINTS: Final[tuple[Query, ...]] = (
    ("en", "the message by electronic mail did not count as delivery", ("law-lease-break/law-05",)),
    ("en", "someone else is still using the storage space", ("law-lease-break/law-11",)),
    ("en", "one-off costs may be added to earnings only up to a limit",
     ("finance-liquidity-note/fin-04",)),
    ("en", "the credit line can be withdrawn at any time and does not count",
     ("finance-liquidity-note/fin-05",)),
    ("en", "advises the lender to say no to the payout", ("finance-liquidity-note/fin-14",)),
    ("en", "normal wear of the walls is not the renter's cost", ("law-deposit-letter/dep-03",)),
    ("en", "easy to read for a person who is not a native speaker", ("law-deposit-letter/dep-08",)),
    ("en", "improvements by us would belong to the other side", ("law-nda-review/c-0000008",)),
    ("en", "spoken information is not protected", ("law-nda-review/c-0000004",)),
    ("en", "empty space below the base plate makes the nuts come off",
     ("eng-anchor-bolts/c-0000004",)),
    ("en", "sag of the girder against the permitted value", ("eng-beam-image/eng-12",)),
    ("en", "do not protect yourself with calls and puts only", ("finance-fx-hedge/c-0000022",)),
    ("zh", "两种降压药一起用会引起面部肿胀", ("med-discharge-zh/med-03",)),
    ("zh", "病人不能再吃止痛药", ("med-discharge-zh/med-13",)),
    ("zh", "降糖药不能再用", ("med-discharge-zh/med-06", "med-discharge-zh/med-07")),
    ("zh", "抗凝药要和饭一起吃", ("med-discharge-zh/med-05",)),
    ("zh", "大便发黑要马上看医生", ("med-warfarin-zh/c-0000026",)),
    ("zh", "抑制肝药酶使抗凝作用增强",
     ("med-warfarin-zh/c-0000006", "med-warfarin-zh/c-0000004")),
    ("zh", "说明书不能太长", ("med-discharge-zh/med-16",)),
    ("zh", "病人不可以自己停抗凝药", ("med-warfarin-zh/c-0000032",)),
)  # fmt: skip

SHARED_TASKS: Final[tuple[Query, ...]] = (
    ("en", "physician explains what illness it is and where it comes from",
     ("96adbe",)),
    ("en", "blood tests", ("96adc0",)),
    ("en", "what does the software subscription cost", ("95fd71",)),
    ("en", "closing unprofitable shops", ("XDE2Rn",)),
    ("en", "retreat from Hong Kong and franchising in the Far East", ("FaDHay",)),
    ("en", "depending less on one supplier of sneakers", ("PCvY37",)),
    ("en", "help desk hours and competence", ("95fd74",)),
    ("en", "connecting the CRM with accounting programs", ("95fd72",)),
    ("en", "sending the sick person to a cardiologist", ("96adc1",)),
    ("en", "more exercise and healthier food", ("96adbf",)),
    ("en", "depression and anxiety that follow from bodily illness", ("96adc4",)),
    ("en", "measuring blood pressure yourself", ("96adc3",)),
    ("en", "bonus points for regular shoppers", ("U3TG6M",)),
    ("en", "profit of the last quarter of the year", ("Za1R9g",)),
    ("en", "forecast of the coming years", ("aCOYLd",)),
    ("en", "the new chief executive and her strategy", ("KusZqF",)),
    ("across", "医生解释病因", ("96adbe",)),
    ("across", "关闭亏损门店", ("XDE2Rn",)),
    ("across", "会员积分计划", ("U3TG6M",)),
    ("across", "软件培训和上手", ("95fd76",)),
)  # fmt: skip
"""The last six characters of ids: those of the data are long."""
