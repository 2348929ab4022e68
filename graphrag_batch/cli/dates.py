"""Dates as options."""

from __future__ import annotations

import click

from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.dates import range_of
from graphrag_batch.retrieve.values import Query


def date(_context: click.Context, option: click.Parameter, value: str) -> str:
    """The value, if it is a date that a query takes."""
    try:
        range_of(Query("", since=value))
    except NotFound as error:
        raise click.BadParameter(f"{error.what}: {error.next_step}", param=option) from error
    return value
