"""A step of a count and the totals in words, and the colour of a step."""

from game.locale import write_list
from game.locale.terms import line_sum
from game.play.count_steps import CountStep, StepKind
from game.play.pending_choices import substitute_for
from game.play.table import TableSetup
from game.rules.match import Match
from game.rules.match_score import PlayerScore
from game.rules.scoring import ScoredLine
from game.ui.draw.theme import Colour
from game.ui.frame.context import Context
from game.ui.scenes.shared.names import bot_name, seat_words


def step_colour(context: Context, step: CountStep) -> Colour:
    """Return the colour of a step's line or ray."""
    theme = context.painter.theme
    if step.symbol is not None:
        return theme.palette.sun_ink if step.symbol == "sun" else theme.palette.moon_ink
    return theme.inks[step.number] if step.number else theme.palette.accent


def total_words(context: Context, match: Match, seat: int, total: float) -> str:
    """Return a player's name and total as a sentence for the screen reader."""
    points = context.text("terms.count.points", count=total)
    name = seat_words(context, match, seat)
    return context.text("heard.spoken.total", name=name, points=points)


def rounds_words(context: Context, player: PlayerScore) -> str:
    """Return a player's totals by rounds; "" for a single round."""
    each = (
        f"{context.text('breakdown.round_short', number=i + 1)} "
        f"{context.catalogue.number(scored.total)}"
        for i, scored in enumerate(player.rounds)
    )
    return ", ".join(each) if len(player.rounds) > 1 else ""


def step_words(context: Context, match: Match, seat: int, step: CountStep) -> str:
    """Return a step as one would write it on paper: `3 × 9 = 27`."""
    text = context.text
    points = context.catalogue.number(step.points)
    call = 0 if step.call is None else step.call + 1
    match step.kind:
        case StepKind.LINE:
            assert step.line is not None
            scored = ScoredLine(step.line, step.number, step.points, step.is_late)
            return line_sum(context.catalogue, scored)
        case StepKind.RAY:
            return text("score.ray_sum", length=step.length, number=step.number, points=points)
        case StepKind.BEST_RAY:
            assert step.symbol is not None
            words = text(f"terms.best_{step.symbol.value}_ray")
            if step.holders:
                names = [seat_words(context, match, i) for i in step.holders]
                names_words = write_list(context.catalogue, names)
                if step.tie is None:
                    return text("breakdown.ray_of", ray=words, names=names_words)
                theirs, ours = map(context.catalogue.number, step.tie)
                values = {"names": names_words, "length": str(step.length)}
                return text("breakdown.ray_tie", ray=words, theirs=theirs, own=ours, **values)
            return text("breakdown.shared_ray", ray=words) if step.is_shared else words
        case StepKind.BONUS:
            gain = context.catalogue.number(step.gain)
            if step.call is None:
                return text("breakdown.bonus_game", gain=gain)
            return text("breakdown.bonus_call", call=call, gain=gain)
        case StepKind.MISSED:
            calls = write_list(context.catalogue, _runs(step.calls))
            if not step.length:
                return text("breakdown.missed", calls=calls)
            return text("breakdown.missed_placed", calls=calls, count=step.length)
        case StepKind.LEFT:
            name = match.players[seat].name
            substitute = substitute_name(context, match, seat)
            return text("breakdown.left", call=call, name=name, substitute=substitute)


def spoken_step(context: Context, match: Match, seat: int, step: CountStep) -> str:
    """Return a step for the screen reader: a line is named by the spaces at its ends."""
    words = step_words(context, match, seat, step)
    points = context.text("terms.count.points", count=step.points)
    if step.line is None:
        return context.text("breakdown.named", name=words, points=points) if step.points else words
    first, last = (match.rules.grid.name_of(step.line.spaces[i]) for i in (0, -1))
    if step.kind is StepKind.BEST_RAY:
        values = {"ray": words, "start": first, "end": last, "points": points}
        return context.text("heard.spoken.count_best_ray", **values)
    ends = {"start": first, "end": last, "points": points}
    if step.symbol is not None:
        return context.text(f"heard.spoken.ray_complete.{step.symbol}", **ends)
    key = "heard.spoken.count_late_line" if step.is_late else "heard.spoken.count_line"
    return context.text(key, **ends, length=step.length, number=step.number)


def _runs(calls: tuple[int, ...]) -> list[str]:
    """Return the numbers of calls, neighbours as one run: `1–3`, `5`."""
    firsts = [call for call in calls if call - 1 not in calls]
    lasts = [call for call in calls if call + 1 not in calls]
    return [
        f"{first + 1}" if first == last else f"{first + 1}–{last + 1}"
        for first, last in zip(firsts, lasts, strict=True)
    ]


def substitute_name(context: Context, match: Match, seat: int) -> str:
    """Return the name of the substitute for a player who was out (M5)."""
    return bot_name(context, substitute_for(TableSetup.from_match(match), seat).name)


def explain_step(context: Context, step: CountStep) -> str:
    """Return why a step scores its points, for the tooltip."""
    key = step.kind.name.lower()
    if step.is_late:
        key = "late"
    elif step.kind is StepKind.RAY and step.symbol is not None:
        key = f"{step.symbol.value}_ray"
    return context.text(f"breakdown.about.{key}")
