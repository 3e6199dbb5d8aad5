"""`take-it-easy daily`: the deal of a day."""

import datetime
import json
from argparse import Namespace
from typing import Any

from game.cli.deal import calls_json
from game.cli.score import describe_rules
from game.locale import Catalogue, write_date
from game.progress.daily import DailyDeal, deal_on
from game.rules.deal import format_deal
from game.rules.record import rules_json
from game.storage.codes import Deal, format_code


def run_daily(options: Namespace, catalogue: Catalogue) -> int:
    """Print the deal of a day, by the local calendar today's if none was named."""
    deal = deal_on(options.date or datetime.date.today(), options.edition)
    if options.json:
        print(json.dumps(_deal_json(deal)))
        return 0
    date = write_date(catalogue, deal.day)
    print(catalogue.text("daily.title", number=str(deal.number), date=date))
    print(catalogue.text(f"editions.{deal.edition}.name"))
    print(describe_rules(deal.rules, catalogue))
    print(catalogue.text("daily.code", code=format_code(Deal(deal.rules, deal.seed))))
    for index, calls in enumerate(deal.calls):
        print()
        if deal.rules.rounds > 1:
            count = deal.rules.rounds
            print(catalogue.text("score.round_of", number=index + 1, count=count))
        print("\n".join(format_deal(tiles) for tiles in calls))
    return 0


def _deal_json(deal: DailyDeal) -> dict[str, Any]:
    """`seed` and `calls` are the first round's; `rounds` has them all where there are several."""
    rounds = [
        {"seed": seed, "calls": calls_json(calls)}
        for seed, calls in zip(deal.seeds, deal.calls, strict=True)
    ]
    shown = {
        "date": deal.day.isoformat(),
        "number": deal.number,
        "edition": deal.edition,
        "rules": rules_json(deal.rules),
        "code": format_code(Deal(deal.rules, deal.seed)),
        **rounds[0],
    }
    return shown | {"rounds": rounds} if len(rounds) > 1 else shown
