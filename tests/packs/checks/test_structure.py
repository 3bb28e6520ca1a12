"""JSON, XML, HTML, YAML, CSV, and what Markdown holds."""

import functools
import importlib
import json
import sys
import xml.etree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.packs.checks.deciding import decided, passes
from xpert_studio.core.instruments.deciding import CannotCheckError

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(VALUES)
def test_what_json_writes_is_valid(value):
    text = json.dumps(value)
    assert passes("json_valid", text)
    assert passes("json_valid", f"```json\n{text}\n```\n")
    assert not passes("json_valid", f"```json\n{text}\n```\n", fence_allowed=False)
    assert passes("json_valid", f"So: [{text}] it is", anywhere=True)


@pytest.mark.parametrize("text", ["", "{", "NaN", "{'a': 1}", "[1,]", "1 2", "x\n```json\n1\n```"])  # fmt: skip
def test_what_is_not_json(text):
    assert not passes("json_valid", text)


def test_numbers_of_any_length_are_json():
    for number in ("9" * 9_999, "1e999", "-0.0"):
        assert passes("json_valid", f"[{number}]")
        assert passes("code_fence", f"```json\n[{number}]\n```")


@pytest.mark.parametrize(
    ("kind", "text", "parameters"),
    [
        ("json_valid", "[" * 100_000, {}),
        ("json_valid", "[" * 100_000, {"anywhere": True}),
        ("json_valid", "[x" * 3_000 + " []", {"anywhere": True}),
        ("json_schema", "[1e999]", {"json_schema": "{}"}),
        ("json_schema", "9" * 5_000, {"json_schema": "{}"}),
        ("json_schema", "[" * 300 + "]" * 300, {"json_schema": "{}"}),
        ("yaml_valid", "{a: " * 5_000, {}),
        ("sentence_count", "a. " * 700_000, {"at_least": 1}),
        ("rouge_1", "[" * 1_000_001, {"texts": ["a"]}),
        (
            "ifeval:length_constraints:number_sentences", "a. " * 600_000,
            {"num_sentences": 1, "relation": "at least"},
        ),
        ("ifeval:detectable_format:json_format", "[" * 100_000, {}),
        ("code_fence", f"```json\n{'[' * 100_000}\n```", {}),
        ("code_fence", f"```python\n{'-' * 100_000}1\n```", {}),
        ("code_fence", f"```python\n{'x' * 600_000}\n```", {}),
    ],
)  # fmt: skip
def test_what_goes_over_a_limit_is_neither_met_nor_not_met(kind, text, parameters):
    if kind == "json_schema":
        pytest.importorskip("jsonschema_rs")
    with pytest.raises(CannotCheckError) as caught:
        decided(kind, text, **parameters)
    assert caught.value.remedy


def doubled(many):
    """A schema whose parts are applied 2 ** many times."""
    parts = {"a0": {"type": "integer"}}
    for place in range(many):
        parts[f"a{place + 1}"] = {"allOf": [{"$ref": f"#/$defs/a{place}"}] * 2}
    return {"$ref": f"#/$defs/a{many}", "$defs": parts}


def nested(many):
    schema = {"properties": {"a": {}}}
    for _ in range(many):
        schema = {"allOf": [schema], "unevaluatedProperties": False}
    return schema


TWICE = {"properties": {"c": {"allOf": [{"$ref": "#"}, {"$ref": "#"}]}, "d": {"type": "string"}}}
SAME = {f"k{n}": {"$ref": "#/$defs/x"} for n in range(2_400)}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (doubled(60), 1),
        (nested(60), {"a": 1}),
        (TWICE, functools.reduce(lambda inner, _: {"c": inner}, range(60), {"d": 1})),
        ({"items": {"enum": [{"a": n} for n in range(9_000)]}}, [{"a": 1}] * 9_000),
        ({"properties": SAME, "$defs": {"x": {"allOf": [{"minimum": n} for n in range(2_400)]}}},
         dict.fromkeys(SAME, 1)),
        ({"items": {"anyOf": [{"pattern": rf"(\pL|x){{99}}{n}"} for n in range(400)]}}, ["x"]),
        ({"items": [{"minimum": n} for n in range(6_000)]}, [1]),
        ({"$ref": "#"}, 1),
        ({"$ref": "http://127.0.0.1:9/schema"}, 1),
        ({"$ref": "file:///etc/passwd"}, 1),
        ({"$ref": "#/$defs/none"}, 1),
        ({"$dynamicRef": "#a"}, 1),
        ({"allOf": [{"$id": "urn:a"}]}, 1),
    ],
)  # fmt: skip
def test_a_schema_that_would_take_too_long_or_refers_elsewhere_decides_nothing(schema, value):
    pytest.importorskip("jsonschema_rs")
    with pytest.raises(CannotCheckError) as caught:
        decided("json_schema", json.dumps(value), json_schema=json.dumps(schema))
    assert caught.value.remedy


def test_schemas_that_refer_to_themselves_and_large_values_are_decided():
    pytest.importorskip("jsonschema_rs")
    tree = json.dumps({"properties": {"c": {"$ref": "#"}, "d": {"type": "string"}}})
    deep = functools.reduce(lambda inner, _: {"c": inner}, range(100), {"d": "x"})
    assert passes("json_schema", json.dumps(deep), json_schema=tree)
    assert not passes("json_schema", json.dumps(deep).replace('"x"', "1"), json_schema=tree)
    field = {"type": "string", "maxLength": 30}
    record = {"required": ["f1"], "properties": {f"f{n}": field for n in range(20)}}
    rows = [{f"f{n}": f"value {n}" for n in range(20)}] * 5_000
    schema = json.dumps({"type": "array", "items": record})
    assert passes("json_schema", json.dumps(rows), json_schema=schema)
    assert passes("json_schema", "1", json_schema=json.dumps(doubled(8)))


def test_json_by_schema():
    pytest.importorskip("jsonschema_rs")
    schema = json.dumps(
        {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
    )
    assert passes("json_schema", '```\n{"a": 1}\n```', json_schema=schema)
    found = decided("json_schema", '{"a": "x"}', json_schema=schema)
    assert not found.passed and "at 'a'" in found.reason
    assert not passes("json_schema", "{", json_schema=schema)
    assert passes("json_schema", 'It is {"a": 2}.', json_schema=schema, anywhere=True)
    for wrong in ("[]", "{", '{"type": 5}', '{"pattern": "("}'):
        with pytest.raises(ValidationError):
            decided("json_schema", "{}", json_schema=wrong)


def test_a_fault_of_xml_is_found_while_another_thread_imports_defusedxml(monkeypatch):
    assert passes("xml_valid", "<a/>")  # defusedxml is there from now on
    monkeypatch.setitem(sys.modules, "_elementtree", None)
    monkeypatch.delitem(sys.modules, "xml.etree.ElementTree")
    second = importlib.import_module("xml.etree.ElementTree")  # as defusedxml has for a moment
    monkeypatch.setattr(xml.etree, "ElementTree", second)
    assert not passes("xml_valid", "no <markup")


def test_xml():
    assert passes(
        "xml_valid", '<?xml version="1.0" encoding="UTF-8"?><a xmlns="x"><b/>中</a>', elements=["b"]
    )
    assert passes("xml_valid", "So: <a>1</a>.", anywhere=True)
    assert not passes("xml_valid", "<a/>", elements=["b"])
    for wrong in ("", "<a><b></a>", "<a>&x;</a>", "a", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'):
        assert not passes("xml_valid", wrong), wrong


def test_html():
    page = (
        "<!DOCTYPE html><html><body><p>x<ul><li>a<li>b</ul><br><script>if (a<b) {}</script></html>"
    )
    assert passes("html_valid", page, elements=["LI", "script"])
    assert passes("html_valid", "<a title='>'>x</a><!-- <b> -->")
    for wrong in (
        "",
        "plain",
        "<div><b>x</div>",
        "<div>",
        "</div>",
        "<a href='",
        "<div><!-- ",
        "<b></i>",
    ):
        assert not passes("html_valid", wrong), wrong


def test_yaml():
    pytest.importorskip("yaml")
    assert passes("yaml_valid", "```yaml\na: [1, 2]\nb: !x y\n```")
    for wrong in ("", "a: [1", "a: b: c"):
        assert not passes("yaml_valid", wrong), wrong[:20]


def test_aliases_in_yaml():
    pytest.importorskip("yaml")
    assert passes("yaml_valid", "a: &x 1\nb: *x")
    assert passes("yaml_valid", "a: &x 1\n---\nb: &x 2\nc: *x")
    bomb = "a: &a [x]\n" + "".join(
        f"{n}: &b{n} [*{f'b{n - 1}' if n else 'a'}, *a]\n" for n in range(99)
    )
    assert passes("yaml_valid", bomb)
    for wrong in ("a: *x", "a: *x\nb: &x 1", "a: &x 1\n---\nb: *x", "- *1"):
        found = decided("yaml_valid", wrong)
        assert not found.passed and "not defined" in found.reason, wrong
        fenced = decided("code_fence", f"```yaml\n{wrong}\n```")
        assert not fenced.passed and "not defined" in fenced.reason


def test_csv():
    text = 'a,b\n1,"x\ny"\n3,4\n'
    assert passes("csv_valid", text, columns=["a", "b"], at_least_rows=2)
    assert not passes("csv_valid", text, at_least_rows=3)
    assert not passes("csv_valid", text, columns=["b", "a"])
    assert passes("csv_valid", "a;b\n1;2", delimiter="semicolon", columns=["a", "b"])
    for wrong in ("", "a,b\n1", 'a\n"x', 'a\n"x"y'):
        assert not passes("csv_valid", wrong), wrong


def test_tables_in_markdown():
    text = "x\n\n| Name | **Age** |\n|---|:-:|\n| a \\| b | 1 |\n| c | 2 |\n"
    assert passes("markdown_table", text, at_least_columns=2, at_least_rows=2, columns=["age"])
    assert not passes("markdown_table", text, at_least_columns=3)
    assert not passes("markdown_table", text, at_least_rows=3)
    assert not passes("markdown_table", text, columns=["size"])
    assert passes("markdown_table", text, rows_exactly=2, columns_exactly=2)
    assert not passes("markdown_table", text, rows_exactly=1)
    assert not passes("markdown_table", text, columns_exactly=1)
    assert not passes("markdown_table", f"```\n{text}\n```")
    assert not passes("markdown_table", "a | b\n\n--- | ---")


def test_headings():
    text = "# 1. Intro\n\n**Methods:**\n\nResults\n---\n\n## 三、结论\n"
    assert passes("headings", text, texts=["intro", "Methods", "results", "结论"])
    assert not passes("headings", text, texts=["Methods", "Intro"])
    assert passes("headings", text, texts=["Methods", "Intro"], in_order=False)
    assert not passes("headings", text, texts=["Discussion"])
    assert not passes("headings", "```\n# Intro\n```\nIntro", texts=["Intro"])


def test_fenced_code():
    assert passes("code_fence", "```py\nx = 1\n```", language="python")
    assert not passes("code_fence", "```python\nx = (\n```", language="python")
    assert passes("code_fence", "```python\nx = (\n```", language="python", parses=False)
    assert not passes("code_fence", "```js\nx\n```", language="python")
    assert passes("code_fence", "~~~\nx\n~~~")
    assert not passes("code_fence", "```json\n{\n```")
    assert not passes("code_fence", "```xml\n<a>\n```")
    assert not passes("code_fence", "```python\nx = 1")


def test_links_and_citations():
    links = "[a](http://x.y/z) https://w.v, www.u.t\n[1]: http://s.r"
    assert passes("links", links, exactly=4)
    assert passes("links", links, exactly=1, kind="markdown")
    assert passes("links", links, exactly=3, kind="bare")
    cited = "As [1, 2] and [3–5] (Smith & Doe, 2020; Roe 2021) say. Foo et al. (2019a) too.[^n] （王，2020）\n[^n]: x"
    assert passes("citations", cited, exactly=2, style="numbered")
    assert passes("citations", cited, exactly=3, style="author_year")
    assert passes("citations", cited, exactly=1, style="footnote")
    assert passes("citations", cited, exactly=6)
