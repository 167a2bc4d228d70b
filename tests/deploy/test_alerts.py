"""What deploy/prometheus tells Prometheus."""

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


@pytest.mark.promtool
def test_alerts_fire_when_they_have_to() -> None:
    assert "SUCCESS" in promtool("test", "rules", TESTS)


@pytest.mark.promtool
def test_the_configuration_is_one() -> None:
    assert "SUCCESS" in promtool("check", "config", PROMETHEUS / "prometheus.yml")
    assert "SUCCESS" in promtool("check", "rules", PROMETHEUS / "alerts.yml")
