import asyncio
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

import bots.examples.llm.endpoint as calls
from arena.rules import VARIANTS, configure, new_game
from arena.wire.gen import seat_pb2
from bots.examples.llm.bot import LanguageModel, seconds_for
from bots.examples.llm.settings import settings
from bots.examples.llm.spent import COSTS
from bots.examples.llm.words import answer_in, instructions, question
from bots.sdk import Clock, View
from bots.sdk.practice.local import play_local
from bots.sdk.seats.daemons import DaemonThreads
from tests.bots.llm.standin import Answer, Standin, endpoint, says
from tests.programs import ROOT, program

KEY = "sk-very-secret"
SEED = bytes(range(32))
AT_ONCE = {"Retry-After": "0"}


@pytest.fixture
def standin(monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    with endpoint() as served:
        monkeypatch.setenv("LLM_URL", served.url)
        monkeypatch.setenv("LLM_MODEL", "stand-in")
        monkeypatch.setenv("LLM_KEY", KEY)
        monkeypatch.setenv("LLM_PRICES", "2,10")
        monkeypatch.setattr(calls, "PAUSE", 0.001)
        settings.cache_clear()
        COSTS.clear()
        yield served
        settings.cache_clear()


def view_of(variant: str) -> View:
    """Return the view of who is asked first."""
    game = new_game(configure(variant), SEED)
    view = View(game.rules, game.to_act)
    view.observe(*game.events(game.to_act, 0))
    view.asked = game.legal()
    return view


def answer(view: View) -> tuple[LanguageModel, object]:
    bot = LanguageModel()
    return bot, asyncio.run(bot.answer(view))


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_plays_each_game(standin: Standin, variant: str) -> None:
    rules = configure(variant, options={"format": {"kind": "hands", "count": 3}})
    play_local(rules, SEED, [LanguageModel] * rules.seats)
    spent = COSTS[rules]
    assert (spent.seats, spent.illegal, spent.fallbacks) == (rules.seats, 0, 0)
    assert (spent.prompt, spent.completion) == (100 * len(standin.asked), 10 * len(standin.asked))
    assert spent.decisions == len(standin.asked) > 10
    assert all(asked.path == "/v1/chat/completions" for asked in standin.asked)
    assert all(asked.headers["Authorization"] == f"Bearer {KEY}" for asked in standin.asked)


def test_the_prompt_has_only_what_the_seat_knows(standin: Standin) -> None:
    view = view_of("spades-4")
    answer(view)
    system, user = (message["content"] for message in standin.asked[0].body["messages"])
    assert system == instructions(view.rules)
    assert "You must follow the suit led if you can." in system
    assert "Ruling" not in system
    assert user == question(view)
    assert "hand   \n" in user, "the cards are not seen before `blind` is answered"
    assert user.endswith("You are asked: blind\nLegal: look blind_nil")


def test_an_illegal_reply_is_asked_again_with_the_legal_list(standin: Standin) -> None:
    standin.script = [says("ANSWER: dance"), says(""), says("ANSWER: Look")]
    bot, answered = answer(view_of("spades-4"))
    assert answered == "look"
    assert (bot.spent.illegal, bot.spent.fallbacks, bot.spent.prompt) == (2, 0, 300)
    assert standin.asked[1].last == "'dance' is not legal.\nLegal: look blind_nil"


def test_the_fallback_answers_in_the_end_and_it_is_said(standin: Standin, capsys: pytest.CaptureFixture[str]) -> None:
    standin.script = [says("ANSWER: dance\n")] * 3
    bot, answered = answer(view_of("spades-4"))
    assert answered == "look"
    assert (bot.spent.illegal, bot.spent.fallbacks) == (3, 1)
    line = "spades-4 hand 1 seat 1, blind: the fallback answers: 'dance' is not legal\n"
    assert capsys.readouterr().err == line


@pytest.mark.parametrize(
    "failure",
    [Answer(429, AT_ONCE), Answer(503), Answer(body=b"no JSON"), Answer(body=b'{"choices": []}'), Answer(body=b"[]")],
)
def test_a_transient_error_is_retried(standin: Standin, failure: Answer) -> None:
    standin.script = [failure] * 2
    bot, answered = answer(view_of("spades-4"))
    assert answered == "look"
    assert (len(standin.asked), bot.spent.illegal, bot.spent.fallbacks) == (3, 0, 0)


@pytest.mark.parametrize("status", [401, 404, 307])
def test_a_lasting_error_is_not_retried(standin: Standin, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = {"Location": standin.url + "/elsewhere"}
    standin.script = [Answer(status, elsewhere, f"your key {KEY} is wrong".encode())]
    bot, _ = answer(view_of("spades-4"))
    assert (len(standin.asked), bot.spent.fallbacks) == (1, 1)
    errors = capsys.readouterr().err
    assert f"HTTP {status}; check LLM_URL" in errors
    assert KEY not in errors


def times(move: float, bank: float) -> seat_pb2.Clock:
    return seat_pb2.Clock(move_us=int(move * 1e6), bank_us=int(bank * 1e6))


@pytest.mark.parametrize("failure", ["silence", "a long wait"])
def test_it_answers_within_its_clock(standin: Standin, failure: str, capsys: pytest.CaptureFixture[str]) -> None:
    gate = threading.Event()
    standin.script = [Answer(held=gate) if failure == "silence" else Answer(429, {"Retry-After": "3600"})]
    view = view_of("spades-4")
    view.clock = Clock(times(0.2, 0.2), time.monotonic())
    try:
        bot, answered = asyncio.run(_answer_and_leave(view))
    finally:
        gate.set()
    assert (answered, bot.spent.fallbacks) == ("look", 1)
    assert ("no reply in time" if failure == "silence" else "HTTP 429") in capsys.readouterr().err


@pytest.mark.parametrize("piece", [b" ", b" " * (1 << 16)])
def test_a_reply_without_end_is_left(standin: Standin, piece: bytes) -> None:
    standin.script = [Answer(body=piece, trickles=True)] * 99
    view = view_of("spades-4")
    view.clock = Clock(times(0.5, 0.5), time.monotonic())
    bot, answered = asyncio.run(_answer_and_leave(view))
    assert (answered, bot.spent.fallbacks) == ("look", 1)
    assert standin.left.wait(30)


async def _answer_and_leave(view: View) -> tuple[LanguageModel, object]:
    asyncio.get_running_loop().set_default_executor(DaemonThreads())  # as the kit has it: threads are not joined
    bot = LanguageModel()
    return bot, await bot.answer(view)


def test_a_decision_takes_its_move_time_and_a_share_of_the_bank() -> None:
    def seconds(move: float, bank: float) -> float:
        return seconds_for(Clock(times(move, bank), 0.0, lambda: 1.0))  # a second ago

    assert seconds(300, 600) == pytest.approx(300 * 0.9 + 60 - 1)
    assert seconds(5, 0) == pytest.approx(5 * 0.9 - 1)


@pytest.mark.parametrize(
    ("text", "word", "kind"),
    [
        ("Hmm, AS?\nANSWER: 10♦", "TD", "card"),
        ("answer: **td**.", "TD", "card"),
        ("ANSWER: KD\nno:\nANSWER: TD", "TD", "card"),
        ("TD", "TD", "card"),
        ("ANSWER: TD, 9c and more", "TD,9C,and,more", None),
        ("", "", None),
        ("\n\n", "", None),
        ("ANSWER:", "", None),
    ],
)
def test_the_answer_is_found_in_what_a_model_says(text: str, word: str, kind: str | None) -> None:
    game = new_game(configure("pinochle-two-handed"), SEED)
    while game.legal().describe().find("play") < 0:
        game.apply(game.fallback())
    view = View(game.rules, game.to_act)
    view.observe(*game.events(game.to_act, 0))
    view.asked = game.legal()
    source, answered = answer_in(view, text)
    assert source == word
    assert answered in (None, "TD")
    assert kind is not None or answered is None


SETTINGS = {"LLM_URL": "https://example.org/v1", "LLM_MODEL": "m"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"LLM_URL": ""}, "LLM_URL is not set"),
        ({"LLM_URL": "file:///etc"}, "LLM_URL does not begin with http"),
        ({"LLM_URL": f"me:{KEY}@example.org/v1"}, "LLM_URL does not begin with http"),
        ({"LLM_URL": f"https://me:{KEY}@example.org/v1"}, "LLM_URL is 'https://example.org' with a user"),
        ({"LLM_URL": f"https://me:{KEY}\u2100@example.org/v1"}, "LLM_URL has spaces"),
        ({"LLM_URL": f"https://[{KEY}/v1"}, "LLM_URL is not an address"),
        ({"LLM_URL": f"https://example.org/v1?key={KEY}"}, "LLM_URL is 'https://example.org' with a query"),
        ({"LLM_URL": "https://example.org:abc/v1"}, "LLM_URL is 'https://example.org' with an invalid port"),
        ({"LLM_KEY": f"{KEY}\nX-Other: 1"}, "LLM_KEY has control characters"),
        ({"LLM_MODEL": ""}, "LLM_MODEL is not set"),
        ({"LLM_URL": "http://example.org/v1", "LLM_KEY": KEY}, "LLM_URL is 'http://example.org': without TLS"),
        ({"LLM_OPTIONS": "[]"}, "LLM_OPTIONS is '[]'"),
        ({"LLM_PRICES": "cheap"}, "LLM_PRICES is 'cheap'"),
    ],
)
def test_a_bad_setting_is_refused_in_one_line(given: dict[str, str], message: str) -> None:
    settings.cache_clear()
    done = program("-m", "bots.examples.llm", "--local", "spades-4", cwd=ROOT, **{**SETTINGS, **given})
    settings.cache_clear()
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {message}")
    assert len(done.stderr.splitlines()) == 1
    assert KEY not in done.stderr


def test_a_key_may_end_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {**SETTINGS, "LLM_KEY": f"{KEY}\r\n"}.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()
    assert settings().key == KEY
    settings.cache_clear()


def test_a_run_tells_what_it_took_and_asks_no_proxy_for_what_is_on_this_machine(standin: Standin) -> None:
    with endpoint() as proxy:
        given = {
            "LLM_URL": standin.url,
            "LLM_MODEL": "m",
            "LLM_KEY": KEY,
            "LLM_PRICES": "2,10",
            "http_proxy": proxy.url,
        }
        words = ("-m", "bots.examples.llm", "--local", "pinochle-two-handed", "--boards", "1", "--strict")
        mine = {name: value for name, value in os.environ.items() if name.lower() != "no_proxy"}
        done = subprocess.run([sys.executable, *words], cwd=ROOT, env=mine | given, capture_output=True, text=True)
        assert not proxy.asked
    assert done.returncode == 0, done.stderr
    asked = len(standin.asked)
    tokens = f"{100 * asked} + {10 * asked} tokens, ${asked * (100 * 2 + 10 * 10) / 1e6:.4f}"
    assert f"pinochle-two-handed: {asked} decisions, 0 illegal, 0 fallbacks, {tokens}\n" in done.stderr
    assert f"pinochle-two-handed: a board of 2 games takes {tokens}\n" in done.stderr
    assert KEY not in done.stderr + done.stdout
