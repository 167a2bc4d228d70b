"""The chart, rendered by Helm itself: each manifest has its schema, and each process takes its environment."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import helm_python as helm
import kubernetes_validate
import pytest
import yaml

from arena.gateway.settings import Settings as GatewaySettings
from arena.metrics import metrics_address
from arena.settings import secret
from arena.web.__main__ import Settings as PageSettings
from runner.service.settings import Settings as RunnerSettings
from tests.certified import certified
from tests.deploy.test_environment import DEPLOY, read_by
from workers.__main__ import queues_of
from workers.process.settings import Settings as WorkerSettings

CHART = DEPLOY / "helm"
KUBERNETES = "1.31"
PROJECT = (DEPLOY.parent / "pyproject.toml").read_text()
CRDS = {"ScaledObject", "PodMonitor"}  # kinds of operators, which have no schema here
DRAIN = 30  # seconds within which a process ends after TERM (tests/chaos/test_upgrade.py)
EVERYTHING: dict[str, Any] = {
    "runner": {"enabled": True},
    "secrets": {"tls": "public-name", "ca": "authority"},
    "gateway": {"expose": "LoadBalancer", "exposeAnnotations": {"a": "b"}, "nodeSelector": {"a": "b"}},
    "worker": {"autoscaling": {"kind": "hpa"}, "tolerations": [{"key": "a"}]},
    "page": {"ingress": {"enabled": True, "tlsSecret": "page", "className": "nginx", "annotations": {"a": "b"}}},
    "image": {"pullSecrets": ["registry"]},
}
VALUES = [{}, EVERYTHING, {"worker": {"autoscaling": {"kind": "keda"}}, "monitoring": {"podMonitor": True}}]
SECRETS = {
    "dsn": "postgresql://arena:x@db/arena",
    "redis-url": "rediss://:x@redis/0",
    "link-secret": "link",
    "signing-key": "ab" * 32,
    "operator-token": "arena_operator_x",
    "token": "arena_runner_x",
}


def render(values: dict[str, Any]) -> list[dict[str, Any]]:
    with helm.Chart.load(CHART) as chart:
        texts = chart.render(values, name="demo", namespace="arena").values()
    return [each for text in texts for each in yaml.safe_load_all(text) if each]


def pods(manifests: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Yield the part, the pod and the container of each manifest that has a pod."""
    for manifest in manifests:
        if template := manifest["spec"].get("template"):
            (container,) = template["spec"]["containers"]
            yield container["name"], template["spec"], container


@pytest.mark.parametrize("values", VALUES)
def test_the_chart_has_no_fault_and_each_manifest_its_schema(values: dict[str, Any]) -> None:
    report = helm.lint(CHART, values, strict=True)
    assert not report["errors"]
    assert f'version = "{yaml.safe_load((CHART / "Chart.yaml").read_text())["appVersion"]}"\n' in PROJECT
    assert all(message["severity"] < 2 for message in report["messages"])
    manifests = render(values)
    names = [(each["kind"], each["metadata"]["name"]) for each in manifests]
    assert len(set(names)) == len(names)
    for manifest in manifests:
        if manifest["kind"] not in CRDS:
            kubernetes_validate.validate(manifest, KUBERNETES, strict=True)


def test_only_runners_have_rights_and_they_have_no_secret_of_the_arena() -> None:
    for part, pod, container in pods(render(EVERYTHING)):
        assert pod["automountServiceAccountToken"] is False
        security = container["securityContext"]
        assert security["capabilities"]["drop"] == ["ALL"]
        assert (security["allowPrivilegeEscalation"], security["readOnlyRootFilesystem"]) == (False, True)
        names = {entry["name"] for entry in container["env"]}
        if part == "runner":
            assert not names & {f"ARENA_{name}_FILE" for name in ("DSN", "REDIS_URL", "LINK_SECRET")}
            assert pod["tolerations"]
            assert pod["nodeSelector"]
        else:
            assert "add" not in security["capabilities"]
            assert pod["securityContext"]["runAsNonRoot"]
        assert not any("SECRET" in name or "TOKEN" in name for name in names if not name.endswith("_FILE"))


def test_a_process_has_time_to_drain_after_it_has_left_its_service() -> None:
    graces = {part: pod.get("terminationGracePeriodSeconds", 30) for part, pod, _ in pods(render({}))}
    values = yaml.safe_load((CHART / "values.yaml").read_text())
    assert graces["gateway"] >= values["gateway"]["preStopSeconds"] + DRAIN
    assert graces["worker"] >= DRAIN


def test_every_process_takes_its_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, text in SECRETS.items():
        (tmp_path / name).write_text(f"{text}\n")
    files = certified(tmp_path / "tls", "gateway")
    known = read_by("arena", "workers", "runner")
    taken: dict[str, Any] = {}
    for part, _, container in pods(render(EVERYTHING)):
        with monkeypatch.context() as pod:
            for name in known:
                pod.delenv(name, raising=False)
            for entry in container["env"]:
                value = entry.get("value", "demo-gateway-1").replace("$(POD_NAME)", "demo-gateway-1")
                value = value.replace("/secrets", str(tmp_path))
                value = {"/tls/tls.crt": str(files.chain), "/tls/tls.key": str(files.key)}.get(value, value)
                pod.setenv(entry["name"], value)
            assert {entry["name"].removesuffix("_FILE") for entry in container["env"]} - {"POD_NAME"} <= known
            assert str(metrics_address()) == "0.0.0.0:9464"
            read: dict[str, Any] = {
                "gateway": GatewaySettings,
                "worker": WorkerSettings,
                "page": PageSettings,
                "runner": RunnerSettings,
            }
            taken[part] = read[part].from_environment() if part in read else secret("ARENA_DSN")
            if part == "worker":
                assert queues_of(container["args"][1:]) == "spades,pinochle"
    assert taken["gateway"].reached_at(0) == "demo-gateway-1.demo-gateway:7701"
    assert {taken[part].dsn for part in ("gateway", "worker", "page")} == {taken["migration"]} == {SECRETS["dsn"]}
    assert [str(each) for each in taken["runner"].gateways] == [f"demo-gateway-{n}.demo-gateway:7700" for n in (0, 1)]


def test_every_value_has_a_comment_and_is_used() -> None:
    lines = (CHART / "values.yaml").read_text().splitlines()
    for before, line in pairwise(lines):
        if re.match(r" *\w+:", line) and not re.match(r" *(requests|limits):", line):
            assert before.strip().startswith("#"), line
    templates = "".join(path.read_text() for path in (CHART / "templates").iterdir())
    leaves = {key for line in lines if (match := re.match(r" *(\w+):", line)) for key in match.groups()}
    assert {key for key in leaves if f".{key}" not in templates} <= {"requests", "limits"}


def test_the_page_for_operators_names_every_secret() -> None:
    page = (DEPLOY.parent / "docs/how-to/kubernetes.md").read_text()
    assert all(f"{name}=" in page for name in SECRETS)
