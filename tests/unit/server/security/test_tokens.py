from __future__ import annotations

from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from sightline.server.security.tokens import TokenCheck, TokenError, find_token, make_token, token_in_query

TOKEN = "a-token-of-enough-length"


def test_tokens_are_long_random_and_safe_in_an_address() -> None:
    first, second = make_token(), make_token()
    assert first != second
    assert len(first) >= 32
    assert first.replace("-", "").replace("_", "").isalnum()


def test_the_file_comes_before_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "token"
    path.write_text(TOKEN + "\n")
    environment = {"SIGHTLINE_TOKEN": "another-token-in-the-environment"}
    assert find_token(str(path), environment) == TOKEN
    assert find_token(None, environment) == environment["SIGHTLINE_TOKEN"]
    assert find_token(None, {}) is None


@pytest.mark.parametrize("text", ["short", "", "with spaces in between it", "mit-ümlaut-und-genug-länge"])
def test_weak_tokens_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "token"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TokenError, match="at least 16"):
        find_token(str(path), {})


def test_a_missing_token_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(TokenError, match="cannot read the token file"):
        find_token(str(tmp_path / "none"), {})


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "token"])
def test_the_authorization_header_admits(scheme: str) -> None:
    assert TokenCheck(TOKEN).is_authorized({"authorization": f"{scheme} {TOKEN}"})
    assert not TokenCheck(TOKEN).is_authorized({"authorization": f"{scheme} {TOKEN}x"})
    assert not TokenCheck(TOKEN).is_authorized({"authorization": f"Basic {TOKEN}"})
    assert not TokenCheck(TOKEN).is_authorized({})


def test_the_cookie_stands_for_the_token_without_showing_it() -> None:
    check = TokenCheck(TOKEN)
    header = check.set_cookie(path="/", secure=True)
    assert TOKEN not in header
    assert "HttpOnly" in header
    assert "SameSite=Lax" in header
    assert "Secure" in header
    morsel = SimpleCookie(header)[check.cookie_name]
    assert check.is_authorized({"cookie": f"other=1; {morsel.key}={morsel.value}"})
    assert not check.is_authorized({"cookie": f"{morsel.key}={morsel.value[:-1]}0x"})
    assert not TokenCheck("another-token-altogether").is_authorized(
        {"cookie": f"{morsel.key}={morsel.value}"}
    )


def test_the_token_leaves_the_query() -> None:
    assert token_in_query(f"a=1&token={TOKEN}&b=2") == (TOKEN, "a=1&b=2")
    assert token_in_query("a=1") == (None, "a=1")
