"""Groups whose first command may be left out."""

import click


class ShortForPlay(click.Group):
    """`arena gate NEW OLD` is short for `arena gate play NEW OLD`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but what names no command is what `play` is about."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Tell the options of `play` too, which are those of the short form."""
        play = self.commands["play"]
        records = [record for each in play.get_params(ctx) if (record := each.get_help_record(ctx))]
        _, *names = play.collect_usage_pieces(ctx)
        with formatter.section(f"Options of {ctx.command_path} {' '.join(names)}"):
            formatter.write_dl(records)
