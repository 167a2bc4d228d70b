"""The house bots; `bots.sdk.practice.local.house_bot` finds them by name.

Each imports its neighbours relatively: `arena bot new --from` copies them into a project.
"""
