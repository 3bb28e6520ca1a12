"""Rubrics as Moodle, Canvas, Brightspace, Blackboard and Turnitin export them."""

from __future__ import annotations

import json
import zipfile
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange.rubric_sheet import read_rubric_sheet
from xpert_studio.core.exchange.tables.platforms import spans_down

MOODLE = """<?xml version="1.0" encoding="UTF-8"?>
<areas><area id="1"><areaname>submissions</areaname><activemethod>rubric</activemethod>
<definitions><definition id="2"><method>rubric</method><name>Lease memo</name>
<plugin_gradingform_rubric_definition><criteria>
<criterion id="8"><sortorder>2</sortorder><description>Dates the notice</description><levels>
<level id="1"><score>0.00000</score><definition>no date</definition></level>
<level id="2"><score>2.00000</score><definition>right &amp; full date</definition></level>
</levels></criterion>
<criterion id="7"><sortorder>1</sortorder><description>Names the clause</description><levels>
<level id="3"><score>0.00000</score><definition>&lt;p&gt;no clause&lt;/p&gt;</definition></level>
<level id="4"><score>1.00000</score><definition>clause</definition></level>
<level id="5"><score>3.00000</score><definition>clause and page</definition></level>
</levels></criterion></criteria></plugin_gradingform_rubric_definition>
</definition></definitions></area></areas>"""

GUIDE = """<?xml version="1.0" encoding="UTF-8"?>
<areas><area id="1"><definitions><definition id="2"><method>guide</method><name>Guide</name>
<plugin_gradingform_guide_definition><guidecriteria>
<guidecriterion id="1"><sortorder>1</sortorder><shortname>Clause</shortname>
<description>Names clause nine of the lease</description>
<descriptionmarkers>Look for the page too</descriptionmarkers><maxscore>4.00000</maxscore>
</guidecriterion><guidecriterion id="2"><sortorder>2</sortorder><shortname>Date</shortname>
<description>Dates the notice of termination</description>
<descriptionmarkers></descriptionmarkers><maxscore>2.50000</maxscore></guidecriterion>
</guidecriteria></plugin_gradingform_guide_definition></definition></definitions></area></areas>"""

CANVAS = """<?xml version="1.0" encoding="UTF-8"?>
<rubrics xmlns="http://canvas.instructure.com/xsd/cccv1p0">
<rubric identifier="g1"><title>Lease memo</title><points_possible>5.0</points_possible><criteria>
<criterion><criterion_id>1</criterion_id><points>5.0</points><description>Clause</description>
<long_description>Names clause nine&lt;br/&gt;and its page</long_description>
<criterion_use_range>true</criterion_use_range><ratings>
<rating><description>Full</description><points>5.0</points></rating>
<rating><description>Half</description><long_description>no page</long_description>
<points>3.0</points></rating>
<rating><description>None</description><points>0.0</points></rating></ratings></criterion>
<criterion><points>2.0</points><description>Date</description><ratings>
<rating><description>Yes</description><points>2.0</points></rating>
<rating><description>No</description><points>0.0</points></rating></ratings></criterion>
</criteria></rubric></rubrics>"""

BRIGHTSPACE = """<rubrics schemaversion="v2011"><rubric id="1" name="Lease memo"><criteria_groups>
<criteria_group name="Criteria"><level_set><levels>
<level name="Good" level_id="2" level_value="3"/><level name="Poor" level_id="1" level_value="0"/>
</levels></level_set><criteria><criterion name="Names the clause"><cells>
<cell level_id="2" cell_value="4.000000000"><description><text>&lt;p&gt;clause&lt;/p&gt;</text>
</description></cell><cell level_id="1"><description><text>none</text></description></cell>
</cells></criterion></criteria></criteria_group></criteria_groups></rubric></rubrics>"""

BLACKBOARD = """<?xml version="1.0" encoding="UTF-8"?>
<LEARNRUBRICS><Rubric id="_1"><Title value="Lease memo"/><Type value="PERCENTAGE"/>
<MaxValue value="20.0"/><RubricRows><Row><Header value="Names the clause"/>
<Percentage value="60.0"/><RubricColumns>
<Column><Header value="Poor"/><Cell><CellDescription value="none"/><Percentage value="0.0"/></Cell>
</Column><Column><Header value="Good"/><Cell><CellDescription value="clause"/>
<Percentage value="100.0"/></Cell></Column></RubricColumns></Row></RubricRows></Rubric>
</LEARNRUBRICS>"""

TURNITIN = {
    "Rubric": [{"id": 1, "name": "Lease memo", "criterion": [11, 10], "scoring_method": 1}],
    "RubricCriterion": [
        {"id": 11, "name": "Dates the notice", "description": "", "value": 40, "position": 1},
        {"id": 10, "name": "Clause", "description": "Names clause nine", "value": 60,
         "position": 0},
    ],
    "RubricScale": [{"id": 5, "name": "Good", "value": 2}, {"id": 6, "name": "Poor", "value": 0}],
    "RubricCriterionScale": [
        {"id": 1, "criterion": 10, "scale_value": 5, "value": 2, "description": "clause"},
        {"id": 2, "criterion": 10, "scale_value": 6, "value": 0, "description": "none"},
        {"id": 3, "criterion": 11, "scale_value": 5, "value": 2, "description": "right date"},
        {"id": 4, "criterion": 11, "scale_value": 6, "value": 0, "description": None},
    ],
}  # fmt: skip


def read(tmp_path, text, name):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return read_rubric_sheet(path, dimensions=())


def levels(row):
    return [(level.low, level.high, level.described) for level in row.levels]


def test_moodle_rubrics_come_in_by_their_order_and_scores(tmp_path):
    sheet = read(tmp_path, MOODLE, "grading.xml")
    assert sheet.is_sure
    assert [(row.text, row.weight) for row in sheet.rows] == [
        ("Names the clause", 3), ("Dates the notice", 2),
    ]  # fmt: skip
    assert levels(sheet.rows[0]) == [
        (0, 0, "no clause"),
        (1, 1, "clause"),
        (3, 3, "clause and page"),
    ]
    assert levels(sheet.rows[1])[1] == (2, 2, "right & full date")


def test_moodle_marking_guides_keep_what_markers_are_told(tmp_path):
    sheet = read(tmp_path, GUIDE, "grading.xml")
    assert sheet.is_sure
    assert [(row.title, row.text, row.weight, row.notes) for row in sheet.rows] == [
        ("Clause", "Names clause nine of the lease", 4, "Look for the page too"),
        ("Date", "Dates the notice of termination", 2.5, None),
    ]


@pytest.mark.parametrize("is_packed", [False, True])
def test_canvas_ratings_that_are_ranges_reach_down_to_the_next(tmp_path, is_packed):
    name = "rubrics.xml"
    if is_packed:
        name = "course.imscc"
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("course_settings/rubrics.xml", CANVAS)
            archive.writestr("imsmanifest.xml", "<manifest/>")
        sheet = read_rubric_sheet(tmp_path / name, dimensions=())
    else:
        sheet = read(tmp_path, CANVAS, name)
    assert sheet.is_sure
    clause, date = sheet.rows
    assert (clause.title, clause.text, clause.weight) == (
        "Clause", "Names clause nine\nand its page", 5,
    )  # fmt: skip
    assert levels(clause) == [(4, 5, "Full"), (1, 3, "Half: no page"), (0, 0, "None")]
    assert (date.text, levels(date)) == ("Date", [(2, 2, "Yes"), (0, 0, "No")])


def test_brightspace_cells_count_before_their_level(tmp_path):
    (row,) = read(tmp_path, BRIGHTSPACE, "rubrics_d2l.xml").rows
    assert (row.text, row.weight) == ("Names the clause", 4)
    assert levels(row) == [(4, 4, "Good: clause"), (0, 0, "Poor: none")]


def test_blackboard_percentages_are_of_what_lies_above(tmp_path):
    (row,) = read(tmp_path, BLACKBOARD, "res00001.dat").rows
    assert (row.text, row.weight) == ("Names the clause", 12)
    assert levels(row) == [(0, 0, "Poor: none"), (12, 12, "Good: clause")]


def test_turnitin_criteria_come_in_by_their_place(tmp_path):
    sheet = read(tmp_path, json.dumps(TURNITIN), "memo.rbc")
    assert sheet.is_sure
    assert [(row.text, row.weight) for row in sheet.rows] == [
        ("Names clause nine", 60), ("Dates the notice", 40),
    ]  # fmt: skip
    assert levels(sheet.rows[0]) == [(2, 2, "Good: clause"), (0, 0, "Poor: none")]


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><rubrics><rubric>&b;</rubric></rubrics>',
        '<?xml version="1.0"?><rubrics><rubric>',
        '<?xml version="1.0"?><other/>',
    ],
)
def test_other_and_hostile_xml_is_refused(tmp_path, text):
    with pytest.raises(InputRefusedError):
        read(tmp_path, text, "r.xml")


@given(st.lists(st.integers(0, 60), min_size=1, max_size=8, unique=True))
def test_spans_cover_every_value_down_to_the_least_once(values):
    spans = [span.split("-") for span in spans_down([Decimal(v) for v in values])]
    covered = [n for span in spans for n in range(int(span[0]), int(span[-1]) + 1)]
    assert sorted(covered) == list(range(min(values), max(values) + 1))
