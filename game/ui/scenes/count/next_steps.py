"""The kinds of count, and where each leads: the next round, the review, the same deal, …"""

from datetime import date
from functools import partial

from game.play.own_seats import people_here, seat_of_honour
from game.play.table import TableSetup
from game.play.table_game import TableGame
from game.progress.challenges import find_challenge
from game.progress.daily_history import DailyHistory
from game.progress.earned import daily_of, goals_of
from game.progress.findings import DealFindings
from game.progress.ladder import Ladder, keeps_secret
from game.progress.level import rules_of_level
from game.progress.level_findings import LevelFindings
from game.progress.tonight import wins_tonight
from game.rules.match import Match, Player
from game.rules.ruleset import Ruleset
from game.storage.codes import new_seed
from game.storage.database import identity_of
from game.storage.profile import Profile
from game.ui.draw.icons import Icon
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.routes import EntryNextSteps
from game.ui.frame.scene import Navigation, Pop, Push, Replace, Reset, Scene
from game.ui.scenes.count.finish import MatchFinish
from game.ui.scenes.count.scene import BreakdownScene, NextSteps
from game.ui.scenes.count.verdict import verdict_of
from game.ui.scenes.shared.challenge import challenge_table
from game.ui.scenes.shared.names import attempt_words
from game.ui.scenes.shared.starting import new_deal, same_deal, start_match, to_menu
from game.ui.widgets import Button, Look, OnPress


def breakdown_scene(context: Context, game: TableGame) -> Scene:
    """The count of the round just played; a finished match is kept in the records."""
    setup, match, profile = game.setup, game.match, context.store.profile
    rules = str(setup.rules)
    best, mean = profile.best(rules, setup.ways), profile.mean(rules, setup.ways)
    if not match.is_complete:
        return played_count(context, game, best)
    context.store.file_match(match)
    finish = make_finish(context, setup, match, record=best, average=mean)
    return played_count(context, game, best, finish)


def make_finish(
    context: Context,
    setup: TableSetup,
    match: Match,
    *,
    record: float | None = None,
    average: float | None = None,
    is_new: bool = True,
) -> MatchFinish:
    """The end of a match that is kept; only a first, unaided attempt earns the day's medal."""
    profile, today = context.store.profile, context.store.today
    remark = _remark(context, match)
    seat, verdict = seat_of_honour(match), verdict_of(context, setup, match)
    daily = None if remark else daily_of(match, today)
    history = None if daily is None else DailyHistory(profile, context.store.clock())
    asked = DealFindings(
        profile,
        match,
        context.engines,
        seat=seat,
        is_thorough=True,
        is_compared=daily is not None,
    )
    finish = MatchFinish(
        match,
        asked,
        record=record,
        average=average if verdict is None else None,
        is_new=is_new,
        remark=remark,
        daily=daily,
        verdict=verdict,
        is_secret=keeps_secret(profile, match),
        goals=goals_of(profile, match, today),
        had_medal=history is None or daily is None or _had_medal(history, daily.day),
        streak=0 if history is None or daily is None or daily.day != today else history.streak,
    )
    people = [match.players[seat].name for seat in people_here(match)]
    if len(people) > 1 and is_new:
        played = profile.last_matches()
        finish.tonight = wins_tonight(played, context.store.clock(), people)
    return finish


def _had_medal(history: DailyHistory, until: date) -> bool:
    """Whether a deal played on an earlier day brought a medal."""
    return any(history.medal(day) is not None for day in history.days_in_time() if day < until)


def _remark(context: Context, match: Match) -> str:
    """Why the match just kept does not count; nothing for one that does."""
    identity = identity_of(match)
    for played in context.store.profile.last_matches():
        if played.identity == identity and not played.counts:
            return context.text("breakdown.uncounted", why=attempt_words(context, played))
    return ""


def open_breakdown(
    context: Context, match: Match, *, is_guest: bool = False, rematch: OnPress | None = None
) -> Scene:
    """The count of a complete match, all at once.

    `rematch` leads people elsewhere to their next table; without it none is offered.

    Nothing is kept of what is found about a guest's, and it is measured against nothing of ours.
    """
    setup, text = TableSetup.from_match(match), context.text
    back = Button(lambda: text("breakdown.back"), Pop, icon=Icon.LEFT, look=Look.PRIMARY)
    again = partial(same_deal, context, setup)
    review = _review(context, match, is_guest=is_guest)
    buttons = [back, review]
    keys: dict[Action, OnPress] = {Action.CANCEL: Pop}
    if rematch is not None:
        words, back.look = text("together.rematch"), Look.NORMAL
        buttons.insert(0, Button(words, rematch, icon=Icon.RESTART, look=Look.PRIMARY))
        keys[Action.RESTART] = rematch
    # What was drawn from a real bag comes from no seed, and nobody can be dealt it again.
    has_deal = bool(match.rounds) and match.rounds[0].seed is not None
    if has_deal:
        buttons.append(_again(context, again))
        if match.is_complete:
            keys[Action.RESTART] = again
    finish = None
    if match.is_complete:
        buttons.append(_share(context, match))
        if is_guest:
            # Kept in memory alone: an answer about it must not pass for one about our own.
            seat = seat_of_honour(match)
            asked = DealFindings(Profile(None), match, context.engines, seat=seat, is_thorough=True)
            verdict = verdict_of(context, setup, match, is_guest=True)
            remark = text("guests.remark")
            finish = MatchFinish(
                match,
                asked,
                is_new=False,
                remark=remark,
                verdict=verdict,
                is_secret=keeps_secret(context.store.profile, match),
            )
        else:
            mean = context.store.profile.mean(str(match.rules), setup.ways)
            finish = make_finish(context, setup, match, average=mean, is_new=False)
    ways = NextSteps(tuple(buttons), keys, can_copy=has_deal, review=review.press)
    return BreakdownScene(context, setup, match, ways, finish=finish, is_counted=True)


def played_count(
    context: Context,
    game: TableGame,
    best: float | None,
    finish: MatchFinish | None = None,
) -> BreakdownScene:
    """The count of the round just played, which keeps nothing; `best` is the record to beat, and
    `finish` what is said where the match is over.
    """
    setup, match, text = game.setup, game.match, context.text
    leave = partial(to_menu, context)
    menu = Button(lambda: text("play.menu"), leave, icon=Icon.HOME)
    keys: dict[Action, OnPress] = {Action.CANCEL: leave}
    if not match.is_complete:

        def next_round() -> Navigation:
            game.begin_round()
            return Replace(context.routes.table(game))

        go_on = Button(
            lambda: text("breakdown.next_round"), next_round, icon=Icon.PLAY, look=Look.PRIMARY
        )
        return BreakdownScene(context, setup, match, NextSteps((go_on, menu), keys), best=best)
    again, fresh = partial(same_deal, context, setup), partial(new_deal, context, setup)
    # With the same people at the same seats it is a rematch.
    words = "together.rematch" if len(people_here(match)) > 1 else "play.new_deal"
    new = Button(lambda: text(words), fresh, icon=Icon.DICE, look=Look.PRIMARY)
    if setup.daily is not None:
        to_calendar = partial(_to_calendar, context)
        new = Button(
            lambda: text("daily.heading"), to_calendar, icon=Icon.CALENDAR, look=Look.PRIMARY
        )
    keys |= {Action.RESTART: again, Action.NEW_DEAL: fresh}
    review = _review(context, match)
    buttons = (new, _again(context, again), review, _share(context, match), menu)
    ways = NextSteps(buttons, keys, review=review.press, level=_level_of(context, match))
    remark = "" if finish is None else finish.remark
    return BreakdownScene(context, setup, match, ways, best=best, remark=remark, finish=finish)


def _level_of(context: Context, match: Match) -> LevelFindings | None:
    """Return the player's level, None where a match by these rules changes nothing of it."""
    if rules_of_level(match.rules) != Ruleset():
        return None
    return LevelFindings(context.store.profile, Ruleset(), context.engines)


def entered_count(
    context: Context, setup: TableSetup, match: Match, on: EntryNextSteps
) -> BreakdownScene:
    """The count of boards that were played on a real table; who counts them keeps them."""
    buttons = [Button(context.text("entry.correct"), Pop, icon=Icon.PEN)]
    if on.onward is not None:
        key, icon, press = on.onward
        buttons.insert(0, Button(context.text(key), press, icon=icon))
    next(iter(buttons)).look = Look.PRIMARY
    ways = NextSteps(tuple(buttons), {Action.CANCEL: Pop}, can_copy=False)
    return BreakdownScene(context, setup, match, ways, remark=on.remark)


def lesson_count(context: Context, game: TableGame) -> BreakdownScene:
    """The count of the first game, which is kept nowhere; F1 leads to the rules."""
    text = context.text
    leave = partial(to_menu, context)

    def play() -> Navigation:
        """Begin a standard game alone, as the menu's first entry does."""
        players = (Player(game.match.players[0].name),)
        return start_match(context, TableSetup(Ruleset(), players, new_seed(), edition="standard"))

    def read() -> Navigation:
        return Push(context.routes.rules())

    buttons = (
        Button(lambda: text("tutorial.play_now"), play, icon=Icon.PLAY, look=Look.PRIMARY),
        Button(lambda: text("play.rules"), read, icon=Icon.BOOK),
        Button(lambda: text("play.menu"), leave, icon=Icon.HOME),
    )
    ways = NextSteps(buttons, {Action.CANCEL: leave, Action.HELP: read}, can_copy=False)
    return BreakdownScene(context, game.setup, game.match, ways, heading="tutorial.heading")


def _to_calendar(context: Context) -> Navigation:
    """Go to the menu, with the calendar over it."""
    return Reset(context.routes.menu(), Push(context.routes.daily()))


def _again(context: Context, again: OnPress) -> Button:
    return Button(lambda: context.text("play.restart"), again, icon=Icon.RESTART)


def _review(context: Context, match: Match, *, is_guest: bool = False) -> Button:
    return Button(
        lambda: context.text("review.open"),
        lambda: Push(context.routes.review(match, is_guest=is_guest)),
        icon=Icon.CHART,
    )


def _share(context: Context, match: Match) -> Button:
    return Button(
        lambda: context.text("share.share"),
        lambda: Push(context.routes.share(match)),
        icon=Icon.SHARE,
    )


def challenge_count(context: Context, game: TableGame) -> Scene:
    """The count of the challenge just played, which is kept in the records."""
    setup, match, text = game.setup, game.match, context.text
    context.store.file_match(match)
    finish = make_finish(context, setup, match)
    is_met = finish.verdict is not None and finish.verdict.is_met
    ladder = Ladder(context.store.profile)
    following = ladder.next_after(find_challenge(setup.challenge))

    def take(name: str) -> Navigation:
        challenge = find_challenge(name) or following
        return Reset(context.routes.new_table(challenge_table(context, challenge)))

    look = (Look.PRIMARY, Look.NORMAL) if is_met else (Look.NORMAL, Look.PRIMARY)
    retry = partial(take, setup.challenge)
    onward = Button(
        lambda: text("challenges.next"), partial(take, following.name), icon=Icon.PLAY, look=look[0]
    )
    again = Button(lambda: text("challenges.retry"), retry, icon=Icon.RESTART, look=look[1])

    def leave() -> Navigation:
        """Go to the menu, with the ladder open over it."""
        return Reset(context.routes.menu(), Push(context.routes.challenges(setup.challenge)))

    every = Button(lambda: text("challenges.all"), leave, icon=Icon.TARGET)
    menu = Button(lambda: text("play.menu"), partial(to_menu, context), icon=Icon.HOME)
    first = (onward, again) if is_met else (again, onward)
    keys: dict[Action, OnPress] = {Action.CANCEL: leave, Action.RESTART: retry}
    review = _review(context, match)
    buttons = (*first, review, _share(context, match), every, menu)
    ways = NextSteps(buttons, keys, can_copy=False, review=review.press)
    heading = "challenges.met_heading" if is_met else "challenges.missed_heading"
    return BreakdownScene(context, setup, match, ways, heading=heading, finish=finish)
