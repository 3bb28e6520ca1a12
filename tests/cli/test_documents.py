"""What a file gives is printed with what it does not give."""

from __future__ import annotations

from pathlib import Path

from tests.documents_made import SCANNED, docx, pdf


def test_a_text_and_its_gaps_are_printed(xpert, tmp_path):
    path = Path(tmp_path, "a.pdf")
    path.write_bytes(pdf("Clause 9", SCANNED))
    told = xpert("documents", "show", path, "--json")
    assert told.code == 0
    assert told.json == {
        "text": "# 1\nClause 9",
        "gaps": [{"where": "page 2", "what": "pages without a text layer"}],
    }
    plain = xpert("documents", "show", path).out
    assert plain.index("Clause 9") < plain.index("- pages without a text layer (page 2)")


def test_a_file_that_gives_nothing_is_refused_with_the_reason(xpert, tmp_path):
    path = Path(tmp_path, "a.pdf")
    path.write_bytes(pdf("Secret", password="key"))
    told = xpert("documents", "show", path, "--json")
    assert told.code == 3
    assert told.json == {"text": "", "gaps": [{"where": "", "what": "encrypted"}]}
    assert "a.pdf cannot be shown: encrypted." in told.err
    assert xpert("documents", "show", Path(tmp_path, "none.pdf")).code == 2


def test_hidden_text_is_told_and_not_shown(xpert, tmp_path):
    path = Path(tmp_path, "a.docx")
    path.write_bytes(docx("<w:p><w:r><w:t>Seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>S3CRET</w:t></w:r></w:p>"))  # fmt: skip
    plain = xpert("documents", "show", path)
    assert plain.code == 0
    assert "S3CRET" not in plain.out
    assert "hidden parts" in plain.out
