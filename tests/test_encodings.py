"""In which encoding a text is: never the first that decodes, and asked where it is not sure."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from xpert_studio.core.encodings import ENOUGH, UnclearEncodingError, encodings_of, text_of
from xpert_studio.core.errors import UsageError

TEXTS = {
    "French": (["cp1252", "mac-roman", "cp850"], [
        "La référence légale est citée", "Décrit l'échéance précise", "L'élève maîtrise ça très bien",
        "Le mémoire présente à l'écrit une problématique"]),
    "German": (["cp1252", "mac-roman"], [
        "Nennt die Kündigungsfrist gemäß § 573", "Gibt die Frist für Mängel an", "Größe und Maße sind erklärt"]),
    "Spanish": (["cp1252"], ["Menciona la cláusula y su página", "Indica la fecha de notificación según año"]),
    "Polish": (["cp1250", "iso8859-2"], ["Wskazuje właściwą podstawę prawną i jej źródło", "Określa datę wypowiedzenia"]),
    "Russian": (["cp1251", "koi8-r", "cp866"], ["Называет пункт договора", "Указывает дату уведомления", "Приводит верные сроки"]),
    "Greek": (["cp1253"], ["Αναφέρει το άρθρο της σύμβασης", "Δίνει τη σωστή ημερομηνία"]),
    "Chinese": (["gbk", "utf-16"], ["指出违约金上限，并列明法律依据", "说明通知的日期和期限", "回答中没有事实错误"]),
    "Traditional Chinese": (["big5"], ["指出違約金的上限，並說明法律依據", "說明通知的日期和期限"]),
    "Japanese": (["cp932", "euc-jp"], ["契約書の第９条を正しく引用している", "通知の日付を示している"]),
    "Korean": (["cp949"], ["계약서 제구조를 정확히 인용한다", "통지 날짜를 밝히고 있다"]),
    "Quotes": (["cp1252", "mac-roman"], ["Calls the lease “void” — not voidable", "States the tenant’s notice period"]),
}  # fmt: skip
CASES = [(name, encoding) for name, (encodings, _) in TEXTS.items() for encoding in encodings]


@pytest.mark.parametrize(("name", "encoding"), CASES)
@pytest.mark.parametrize("times", [1, 15])
def test_a_text_is_read_as_it_was_written(name, encoding, times):
    text = "\n".join(f"{line},3" for line in TEXTS[name][1] * times)
    found = encodings_of(text.encode(encoding))
    assert found.best.text.removeprefix("\ufeff") == text
    assert found.is_sure


@given(st.sampled_from(CASES), st.data())
@examples(60)
def test_what_is_taken_without_asking_is_right(case, data):
    name, encoding = case
    chosen = data.draw(st.lists(st.sampled_from(TEXTS[name][1]), min_size=1, max_size=4))
    text = "criterion;points\n" + "".join(f"{line};{n}\n" for n, line in enumerate(chosen))
    found = encodings_of(text.encode(encoding))
    assert not found.is_sure or found.best.text.removeprefix("\ufeff") == text


@given(st.binary(min_size=1, max_size=200))
@examples(60)
def test_any_bytes_are_read_or_asked_about(data):
    found = encodings_of(data)
    assert found.candidates
    if found.is_sure and len(found.candidates) > 1:
        assert sum(byte > 0x7F for byte in data) >= ENOUGH


def test_what_is_not_sure_is_asked_with_how_it_would_read():
    data = "ä ö ü".encode("cp1252")
    doubts: list[str] = []
    if not encodings_of(data).is_sure:
        with pytest.raises(UnclearEncodingError) as asked:
            text_of(data, "r.csv")
        assert "--encoding" in asked.value.remedy
        assert text_of(data, "r.csv", doubts=doubts)
        assert doubts
    icelandic = "Ákvæðið er nefnt í þessum samningi, dagsetning uppsagnar er rétt".encode("cp1252")
    with pytest.raises(UnclearEncodingError) as asked:
        text_of(icelandic, "r.csv")
    assert asked.value.missing
    assert text_of(icelandic, "r.csv", encoding="cp1252").startswith("Ákvæðið")


def test_marks_declarations_and_names():
    assert text_of(b"\xef\xbb\xbfa", "r") == "a"
    assert text_of("añ".encode("utf-16"), "r") == "añ"
    assert text_of("abc,3\n".encode("utf-16-le"), "r") == "abc,3\n"
    page = '<meta charset="windows-1251"><td>Называет пункт договора и верные сроки'
    assert "Называет" in text_of(page.encode("cp1251"), "r")
    with pytest.raises(UsageError):
        text_of(b"\xff", "r", encoding="no-such")
    with pytest.raises(UsageError):
        text_of(b"\xff", "r", encoding="ascii")
    with pytest.raises(UsageError):
        text_of(b"ab", "r", encoding="hex")
