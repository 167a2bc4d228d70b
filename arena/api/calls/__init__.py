"""The path of every call: caller, rate, request, pages, refusals."""
