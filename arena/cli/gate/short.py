"""Groups whose first command may be left out."""

import click


class ShortForPlay(click.Group):
    """`arena gate NEW OLD` is short for `arena gate play NEW OLD`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but what names no command is what `play` is about."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["play", *args]
        return super().parse_args(ctx, args)
