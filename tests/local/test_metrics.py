import asyncio
import json
import re
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.core import Metric
from prometheus_client.parser import text_string_to_metric_families

from arena.local.addresses import list_targets
from arena.local.problems import StartError
from arena.metrics import ALIVE, READY, metrics_address
from arena.settings import SettingError
from runner.service.service import Runner
from runner.service.settings import Settings
from tests.house import House, open_house
from tools.mutated.siege import charged_ms

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
FILES = (DEPLOY / "prometheus" / "alerts.yml", DEPLOY / "grafana" / "arena.json")
THINK = 0.005  # seconds
HALF_A_MS = 0.0005  # seconds: what is stored of a decision is rounded to whole ones
Figures = dict[str, float]


def read(target: str) -> tuple[str, Figures]:
    """Return what a part serves, as text and by name and labels."""
    with urllib.request.urlopen(f"http://{target}/metrics") as answer:
        text = answer.read().decode()
    values = {
        sample.name + "".join(f" {value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    return text, values


def read_all(house: House) -> tuple[str, dict[str, Figures]]:
    """Return what all parts serve: the text, and the figures by the name of the part."""
    listed = json.loads((house.folder / "metrics.json").read_text())
    parts = {each["labels"]["name"]: read(*each["targets"]) for each in listed}
    return "".join(text for text, _ in parts.values()), {name: figures for name, (_, figures) in parts.items()}


def names_of_runner() -> set[str]:
    """Return the names of a runner's metrics; tests/runner/test_closed.py reads them from a process."""

    async def read_figures() -> list[Metric]:
        return await Runner(Settings((), "", Path("bundles"), 256)).figures()

    return {sample.name for family in asyncio.run(read_figures()) for sample in family.samples}


def test_metrics_agree_with_the_games_played() -> None:
    with open_house(think=THINK, with_page=True, with_metrics=True) as house:
        house.start_tournament(boards=1, hands=1, variants=("spades-4",))
        house.wait_until_finished()
        with urllib.request.urlopen(f"{house.arena.page}/bots") as page:
            assert page.status == 200
        text, parts = read_all(house)
        for each in json.loads((house.folder / "metrics.json").read_text()):
            for probe in (ALIVE, READY) if each["labels"]["name"] != "web" else ():
                with urllib.request.urlopen(f"http://{each['targets'][0]}{probe}") as answer:
                    assert answer.read() == b"ok\n"
        games = house.games()
        gateway, web = parts["gateway"], parts["web"]
        workers = [parts["worker-1"], parts["worker-2"]]

        def sum_of(name: str) -> float:
            return sum(worker[name] for worker in workers)

        assert sum_of("arena_games_total") == len(games) > 0
        assert sum_of("arena_decisions_total") == len(house.asked())
        assert sum_of("arena_turn_overhead_seconds_count") == len(house.asked())
        assert 0 < sum_of("arena_turn_overhead_seconds_sum") < sum_of("arena_table_seconds_total")
        assert (sum_of("arena_boards_closed_total"), sum_of("arena_claims_total")) == (1, 1)
        assert sum_of("arena_void_boards_total answers_lost") == 0
        charged, stored = sum_of("arena_charged_seconds_total"), sum(charged_ms(games)) / 1000
        assert charged == pytest.approx(stored, abs=HALF_A_MS * len(house.asked()))
        assert sum_of("arena_table_seconds_total") > charged
        assert sum_of("arena_worker_journal_write_seconds_count") >= 0
        assert sum_of("arena_answer_infractions_total timeout") == 0
        assert (gateway["arena_gateway_bots"], gateway["arena_bots"]) == (4, 4)
        assert (gateway["arena_store_up"], gateway["arena_workers"], gateway["arena_gateways"]) == (1, 2, 1)
        assert 0 < gateway["arena_postgres_connections"] < gateway["arena_postgres_max_connections"]
        assert gateway["arena_postgres_bytes"] > 0 == gateway["arena_store_connections waiting"]
        assert gateway["arena_boards waiting"] == gateway["arena_boards playing"] == 0
        assert gateway["arena_gateway_lag_seconds_total"] >= 0
        assert web["arena_web_answers_total 2xx"] == 1
        for name, figures in parts.items():
            (build,) = (each for each in figures if each.startswith("arena_build_info"))
            assert name.partition("-")[0] in build.split()
            assert figures["arena_store_errors_total"] == 0
            assert figures["process_resident_memory_bytes"] > 0
        assert not any(word in text for word in (*house.names, "cup", "olga"))
        secrets = [
            path for path in house.arena.state.folder.iterdir() if path.suffix in (".token", ".secret", ".password")
        ]
        assert len(secrets) >= 4
        assert not any(path.read_text().strip() in text for path in secrets)
        exposed = {name.split()[0] for figures in parts.values() for name in figures} | names_of_runner()
        named = {name for file in FILES for name in re.findall(r"\barena_\w+", file.read_text())}
        assert named - exposed == set()
        page = set(re.findall(r"`(\w+)", (DEPLOY.parent / "docs/how-to/monitor.md").read_text()))
        ours = {re.sub("_(bucket|sum|count|created)$", "", name) for name in exposed if name.startswith("arena_")}
        assert {name.removeprefix("arena_") for name in ours} - page == set()


def test_metrics_listen_only_at_the_given_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_METRICS_LISTEN", raising=False)
    assert metrics_address() is None
    monkeypatch.setenv("ARENA_METRICS_LISTEN", "")
    assert metrics_address() is None
    monkeypatch.setenv("ARENA_PLAIN", "allow")
    monkeypatch.setenv("ARENA_METRICS_LISTEN", "0.0.0.0:9464")
    assert str(metrics_address()) == "0.0.0.0:9464"


@pytest.mark.parametrize(
    "given", ["9464", "grpcs://127.0.0.1:9464", "unix:/tmp/metrics", "0.0.0.0:9464", "10.0.0.1:9464"]
)
def test_where_it_may_not_listen_is_one_clear_line(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ARENA_PLAIN", raising=False)
    monkeypatch.setenv("ARENA_METRICS_LISTEN", given)
    with pytest.raises(SettingError, match=f"^ARENA_METRICS_LISTEN={given}: "):
        metrics_address()


def test_a_list_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"^--metrics /.*/metrics\.json: the folder /.*/none does not exist: make it"):
        list_targets(tmp_path / "none" / "metrics.json", {"gateway": 1})
