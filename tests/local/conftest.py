from tests.cli.conftest import arena, without_signals

__all__ = ["arena", "without_signals"]  # fixtures
