"""What deploy/prometheus tells Prometheus."""

import json
import re
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PROMETHEUS = HERE.parents[1] / "deploy" / "prometheus"
TESTS = HERE / "alerts_test.yml"


def promtool(*words: str | Path) -> str:
    """Return what Prometheus' own checker says of a file that is good; raises `FileNotFoundError` without it."""
    done = subprocess.run(["promtool", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_every_alert_is_tested_to_fire_and_to_be_silent() -> None:
    alerts = re.findall(r"- alert: (\w+)", (PROMETHEUS / "alerts.yml").read_text())
    tests = TESTS.read_text()
    assert sorted(re.findall(r"\{eval_time: \w+, alertname: (\w+)\}", tests)) == sorted(alerts)
    assert set(re.findall(r"alertname: (\w+)\n +exp_alerts:", tests)) == set(alerts)


def test_every_alert_links_its_section_of_the_runbook() -> None:
    alerts = (PROMETHEUS / "alerts.yml").read_text()
    linked = re.findall(r"- alert: (\w+)\n(?:(?!- alert).*\n)*? +runbook: ([\w/-]+\.md)#(\w+)\n", alerts)
    assert [name for name, _, _ in linked] == re.findall(r"- alert: (\w+)", alerts)
    for name, page, anchor in linked:
        titles = re.findall(r"^## (\w+)$", (PROMETHEUS.parents[1] / page).read_text(), re.MULTILINE)
        assert (name in titles, anchor) == (True, name.lower())


def test_the_dashboard_has_a_question_in_every_panel_and_no_two_in_one_place() -> None:
    board = json.loads((PROMETHEUS.parent / "grafana" / "arena.json").read_text())
    panels = [panel for panel in board["panels"] if panel["type"] != "row"]
    assert all(target["expr"] for panel in panels for target in panel["targets"] or [{}])
    places = {tuple(panel["gridPos"].values()) for panel in board["panels"]}
    assert len(places) == len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


@pytest.mark.promtool
def test_every_question_of_the_dashboard_is_promql(tmp_path: Path) -> None:
    board = json.loads((PROMETHEUS.parent / "grafana" / "arena.json").read_text())
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    rules = [{"record": f"panel:{n}", "expr": each.replace("$__rate_interval", "5m")} for n, each in enumerate(asked)]
    (tmp_path / "rules.yml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert "SUCCESS" in promtool("check", "rules", tmp_path / "rules.yml")


@pytest.mark.promtool
def test_alerts_fire_when_they_have_to() -> None:
    assert "SUCCESS" in promtool("test", "rules", TESTS)


@pytest.mark.promtool
def test_the_configuration_is_one() -> None:
    assert "SUCCESS" in promtool("check", "config", PROMETHEUS / "prometheus.yml")
    assert "SUCCESS" in promtool("check", "rules", PROMETHEUS / "alerts.yml")
