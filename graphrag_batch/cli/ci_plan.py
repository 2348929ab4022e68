"""`graphrag-batch ci plan`: what a run would do here."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from graphrag_batch.automate.ci.runner import Runner
from graphrag_batch.cli.ci_options import ci_options, plan_here, situation_here, wanted_of
from graphrag_batch.cli.console import shown
from graphrag_batch.cli.options import json_option, print_json
from graphrag_batch.source.git import Repository


@click.command("plan")
@ci_options
@json_option
def plan_command(as_json: bool, **given: Any) -> None:
    """Say what `ci run` would do: what is indexed, what it is compared with, where it is published.

    On GitHub the outputs of this step are what the cache is asked for before `ci run`, and what is uploaded
    after it.
    """
    runner = Runner()
    wanted = wanted_of(given, runner)
    with runner.fenced(), Repository.open(wanted.repo) as repository:
        situation = situation_here(wanted, runner.situation())
        revision = repository.resolve(wanted.rev)
        plan = plan_here(wanted, situation, repository, revision)
        shallow = repository.shallow
    runner.set_outputs(
        {
            "folder": str(wanted.out.absolute()),
            "cache-key": plan.cache_key,
            "cache-prefixes": "\n".join(plan.cache_prefixes),
            "publish": plan.publish,
            "attest": str(plan.attest).lower(),
        }
    )
    told = {"commit": revision.commit, "tree": revision.tree, "shallow": shallow}
    if as_json:
        print_json({**told, "situation": asdict(situation), "plan": asdict(plan)})
        return
    click.echo(f"index      {(revision.commit or revision.tree)[:12]}{', a shallow clone' * shallow}")
    host = f" on {situation.host}" * bool(situation.host)
    click.echo(shown(f"because    {situation.event or 'asked for'}{host}"))
    click.echo(shown(f"compare    with {situation.compared}"))
    click.echo(shown(f"start from {', '.join((f'the folder {wanted.out}', *plan.sources))}"))
    places = {"none": "", "release": f", and in the release {plan.release}"}
    place = places.get(plan.publish, f", and as the {plan.publish} of the run")
    click.echo(shown(f"publish    into the folder {wanted.out}{place}"))
    for note in plan.notes:
        click.echo(f"note: {note}", err=True)
