"""The function `run`. It imports gRPC only when called, because confined processes do not need gRPC."""

from bots.sdk.vector.bot import BotClass


def run(bot: BotClass) -> None:
    """Run a bot class by the options of the command line; never return.

    Raises:
        SystemExit: 0; 1 if the bot failed (`--strict`, `--replay`); 2 after one line that says what was wrong; 130
            after Ctrl-C.
    """
    from bots.sdk.practice.loading import lend

    lend(bot)
    from bots.sdk.command import start

    start(bot)
