"""Findings from closed boards, besides strengths: luck, conduct, help between players."""
