"""Describe the machine of a measurement."""

import os
import platform
from pathlib import Path

CPUS = Path("/proc/cpuinfo")


def machine() -> str:
    """Name the processor, its cores and the interpreter, in one line."""
    lines = CPUS.read_text().splitlines() if CPUS.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.processor() or platform.machine()
    return f"{model}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"
