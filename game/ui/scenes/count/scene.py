"""The page of a count: it counts the boards band by band, then displays the result."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import pygame

from game.play.count_steps import CountStep, rank_seats
from game.play.table import TableSetup
from game.progress.goals import Goal
from game.progress.level_findings import LevelFindings
from game.rules.match import Match
from game.ui.draw.animation import Timeline, Tween, ease_out
from game.ui.draw.bands import harvest_scale
from game.ui.draw.icons import Icon
from game.ui.draw.surface_cache import StillPicture
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.intents import Command, Intent, MouseButton, PointerPressed
from game.ui.frame.scene import ANIMATING, STILL, Navigation, Pulse, Push
from game.ui.frame.topics import READING, Topic, as_sentences
from game.ui.layout.rects import Rect
from game.ui.parts import (
    MAIN,
    ActionBand,
    Column,
    Ink,
    Over,
    PageScene,
    Picture,
    PressedPanel,
    Row,
    Spacer,
    Style,
    Text,
    Widget,
    WordLink,
)
from game.ui.scenes.count.control import CountControl, CountEvent
from game.ui.scenes.count.finish import FinishMood, MatchFinish, Milestone
from game.ui.scenes.count.harvests import Earned, HarvestBand, Harvests, Spoken
from game.ui.scenes.count.picture import CountPicture
from game.ui.scenes.count.steps import rounds_words, spoken_step, total_words
from game.ui.scenes.count.words import ResultWords
from game.ui.scenes.shared.dialogs import toast_problem
from game.ui.scenes.shared.names import (
    lying_words,
    table_name,
    winner_words,
)
from game.ui.scenes.shared.starting import copy_code
from game.ui.sound.music import Mood, MusicCue
from game.ui.sound.names import Sound, count_step
from game.ui.widgets import OnPress, Segmented, Toast
from game.ui.widgets.base import Words

_FLY: Final = 0.7
_ROLL: Final = 0.92
"""Shares of a band's time in which it arrives, and in which the number rolls."""

_BEYOND: Final = 0.32
"""Seconds in which a record's bands shoot out over the sky."""

_BREATH: Final = 0.9
_MOMENT: Final = 2.6
_GOAL: Final = 1.8
"""Seconds for which the total, a milestone or a goal is shown before the next one replaces it."""

_ALL: Final = 6.5
_LEAST_SEEN: Final = 0.3
"""Most seconds of a count to its last title, and least of one."""

_ROOM: Final = 1.25
"""The factor of a column's height over the total, to leave room for marks that arrive later."""

_BELOW, _BELOW_ALONE = 0.54, 0.49
"""Shares of an upright window's height below the board, for several players and for one."""

_TIGHT, _BEFORE_BOARD = 640, 172
"""Units of width of the board's side below which the table's name has two lines before it."""

_SMALL, _LEAST = 1130, 1000
"""Units of window width below which words take more lines, and below which they are smaller."""

_SHORT: Final = 27
"""Most letters of a title at full size."""

_DETAILS, _DETAIL = 54, 27
"""Units of height of the details' two lines, and of one."""

_MOMENT_SOUNDS: Final = {
    Milestone.RECORD: Sound.RECORD,
    Milestone.WIN: Sound.WIN,
    Milestone.MASTER: Sound.BEATEN,
    Milestone.LEVEL: Sound.LEVEL,
    Milestone.FIRST_MEDAL: Sound.MEDAL,
}
"""The sound of a milestone; the others share the one for a first time."""

_HEXAGONS: Final[Mapping[Milestone | Goal, str]] = {
    Milestone.LEVEL: "level",
    Milestone.FIRST_MEDAL: "medal",
    Milestone.FIRST_FIVE: f"goal:{Goal.LINE_OF_FIVE.value}",
}
"""The `id` of the hexagon of a milestone that has one."""

_BEST: Final = 3
"""The number of best bands that are read with the total."""

_READ_PARTS: Final = {
    Topic.HEADING: ("head", "heading", "number"),
    Topic.NOW: ("number", "head", "details"),
}
"""The `id`s of the parts that the screen reader reads for each topic."""


class NextStep(NamedTuple):
    """An exit of a count: its words, icon, action and key.

    `note` returns the first words above it where it is the action band.
    """

    words: Words
    press: OnPress
    icon: Icon
    key: Action | None = None
    note: Callable[[], str] = str


@dataclass(frozen=True, slots=True)
class NextSteps:
    """The exits of a count.

    `steps` begins with the likeliest one, which becomes the action band. `can_copy` offers the
    deal's code. `review` also opens the key placement. `level` has findings about the player's
    level, which the match may have changed.
    """

    steps: tuple[NextStep, ...]
    can_copy: bool = True
    review: OnPress | None = None
    level: LevelFindings | None = None


class CountScene(PageScene):
    """The page that counts a round: band by band in place, or flying in for several players.

    `is_counted` shows everything at once. `heading` is the catalogue key of a special heading,
    `remark` the reason why the match does not count. `finish` is the result of a complete match,
    displayed once everything is counted.
    """

    counted = ("number", "scale")

    def __init__(
        self,
        context: Context,
        setup: TableSetup,
        match: Match,
        ways: NextSteps,
        *,
        heading: str = "",
        remark: str = "",
        finish: MatchFinish | None = None,
        is_counted: bool = False,
    ) -> None:
        super().__init__(context)
        self.unasked = int(not is_counted)
        is_reduced = context.preferences.has_reduced_motion
        self.control = CountControl(match, is_counted=is_counted, is_hasty=is_reduced)
        self.finish, self.setup, self._ways = finish, setup, ways
        self._heading_key, self._remark = heading, remark
        self.timeline = Timeline(is_reduced=is_reduced)
        self.result_words: ResultWords | None = None
        self._announced: set[str] = set()
        self._level = ways.level
        self._asking = ways.steps[0].note()
        if finish is not None:
            self.result_words = ResultWords(context, self.control, finish, ways.level)
            if is_counted:
                self._announced.update(self.result_words.earned_words())
        self._full = self._scale()
        self._named: list[Milestone | Goal] = []
        self._left, self._is_verdict = _ALL, False
        self._shown: tuple[Milestone | None, Goal | None] = (None, None)
        self.picture = CountPicture(context, self.control)
        self._toast = Toast(context)
        self._still, self._pages = StillPicture(), 0
        self.keys[Action.HELP] = lambda: Push(context.routes.rules())
        if ways.can_copy:
            self.keys[Action.COPY] = self._copy

    def _scale(self) -> int:
        """Return the points of a full column; findings that arrive later do not change it."""
        totals = [scored.total for scored in self.control.score.players]
        if self.result_words is None or self.finish is None or not self.control.is_alone:
            return harvest_scale(max(totals))
        # A value still being computed is rarely far above the total.
        expected = _ROOM * max(totals) if self.finish.is_asking else 0.0
        return harvest_scale(
            max(totals), [expected, self.result_words.missed or 0.0], self.result_words.marks()
        )

    # the page

    def page(self) -> Widget:
        self._pages += 1
        units = self.view.units_wide
        is_tight = units - Harvests.width(self.control, self.view) < _TIGHT
        painter, heading = self.context.painter, self._heading()
        style = painter.lessened(painter.theme.type.heading)
        widest = (painter.widest_word(heading, style) + 2) / self.view.scale
        board = Over(
            Column(
                Text(
                    heading,
                    "heading",
                    lines=1 + is_tight,
                    size=64 if is_tight else 40,
                    valign="top" if is_tight else "middle",
                    most=max(widest, _BEFORE_BOARD * self._usual) if is_tight else None,
                    id="heading",
                ),
                Spacer(share=1),
                align="left",
            ),
            Picture(self._paint_board, least=130, share=1, id="board", reads=" "),
            share=1,
        )
        words = (
            Column(*self._rounds()),
            *self._result(units),
            Spacer(size=8 * self._usual),
            self._action(),
            self._links(),
        )
        above, below, harvests = 22 * self._usual, 18 * self._usual, self._harvests(units)
        if self.view.is_upright:
            left = Column(Spacer(share=1), *words, pad=(58, 0, 0, below), align="left", share=1)
            below_board = _BELOW_ALONE if self.control.is_alone else _BELOW
            foot = Row(left, harvests, size=below_board * self.view.units_high)
            return Column(Column(board, pad=(58, above, 58, 0), share=1), foot)
        left = Column(board, *words, pad=(58, above, 0, below), align="left", share=1)
        return Row(left, harvests)

    def _heading(self) -> str:
        """Return the table's name, or between rounds the round."""
        text, control, setup = self.context.text, self.control, self.setup
        if self._heading_key:
            return text(self._heading_key)
        if setup.rules.rounds > 1 and not control.match.is_complete:
            return text("play.round", round=control.round + 1, rounds=setup.rules.rounds)
        return table_name(self.context, setup)

    @property
    def _usual(self) -> float:
        """The factor on the room below the board: the board is as large in every interface size,
        and second words give way.
        """
        return self.context.painter.least_word_scale

    def _rounds(self) -> Iterator[Widget]:
        """Yield the buttons that choose the round on display."""
        control, text, rounds = self.control, self.context.text, len(self.control.match.rounds)
        if rounds > 1:
            numbers = [(i, text("breakdown.round_short", number=i + 1)) for i in range(rounds)]
            yield Segmented(
                numbers,
                control.round,
                lambda index: control.show(round_index=index),
                most=560,
                id="rounds",
            )

    def _result(self, units: float) -> Iterator[Widget]:
        """Yield the words below the board.

        They reserve their room before they appear. Beside a single column the marks replace some.
        """
        control, usual = self.control, self._usual
        beside = 190 if control.is_alone else 16
        most = units - Harvests.width(control, self.view) - 58 - beside * usual
        is_small = units / usual < _SMALL
        title, details = ("", []) if not control.is_done else self._words_shown()
        toast = self._toast
        style: Style = "action"
        if len(title) > _SHORT:
            style = "heading" if units / usual < _LEAST else "title"
        high = 44 if self.finish is None else 108 if is_small else 68
        yield Text(title, style, lines=3, size=high * usual, most=most, id="head")
        if toast.is_shown:
            ink: Ink = "bad" if toast.is_bad else "ink"
            note = ("notice", toast.words)
            yield Text(
                toast.words,
                "strong",
                ink,
                lines=2,
                valign="top",
                size=self._details,
                most=most,
                id=note,
            )
        else:
            yield Text(
                self._fitting([*filter(None, (self._asking,)), *details], most),
                "strong",
                "ink_soft",
                live=self._asking,
                valign="top",
                size=self._details,
                most=most,
                id="details",
            )
        if self.finish is not None:
            yield self._key(most, (72 if units / usual < _LEAST else 50) * usual)

    @property
    def _details(self) -> float:
        """Units of height of the details: two lines, in a larger interface one."""
        return _DETAILS if self._usual == 1 else _DETAIL

    def _fitting(self, details: list[str], most: float) -> str:
        """Return as many details as fit their room."""
        painter = self.context.painter
        for count in range(len(details), 1, -1):
            words = " · ".join(each.removesuffix(".") for each in details[:count])
            high = painter.height_of(words, painter.px(most), painter.theme.type.strong)
            if high <= painter.px(self._details):
                return words
        return "".join(details[:1])

    def _words_shown(self) -> tuple[str, list[str]]:
        """Return the title and the details to display."""
        control, words = self.control, self.result_words
        if words is not None:
            title, details = words.title() or words.sentence(), words.details()
            return title, [each for each in details if each != title]
        note = self._note()
        if len(control.match.players) > 1:
            is_over = control.match.is_complete
            leaders = winner_words(self.context, control.match, control.score)
            return leaders if is_over else "", [note] if note else []
        return note, []

    def _note(self) -> str:
        """Return a sentence about the total, for a count without a finish."""
        control, text = self.control, self.context.text
        if control.match.rules.rounds > 1:
            points = self.context.catalogue.number(control.round_score.total)
            return text("breakdown.named", name=text("score.round_total"), points=points)
        return self._remark

    def _key(self, most: float, size: float) -> Widget:
        """Return the key placement as a link to the review, or a link that reveals it."""
        finish, words, text = self.finish, self.result_words, self.context.text
        if finish is None or words is None or not self.control.is_done:
            return Spacer(size=size)
        if finish.is_secret:
            return Row(
                Text(text("challenges.secret"), "strong", "ink_soft", lines=3, share=1),
                WordLink(text("challenges.show_me"), self._show_secret, id="show-me"),
                gap=24,
                size=size,
                most=most,
            )
        if finish.key is None:
            return Spacer(size=size)
        sentence = words.key_words(finish.key)
        name = finish.match.players[finish.seat].name
        why = text("finish.key") if finish.is_alone else text("finish.key_of", name=name)
        ink: Ink = "good" if finish.key.points > 0 else "poor"
        return PressedPanel(
            lambda: words.open_key(self._ways.review),
            Text(f"{sentence}\u00a0›", "strong", ink, lines=3, share=1),
            pad=0,
            size=size,
            most=most,
            reads=as_sentences((why, sentence)),
            tooltip=why,
            id="open-key",
        )

    def _show_secret(self) -> None:
        """Reveal the key placement of an unmet challenge at the player's request."""
        assert self.result_words is not None
        self.result_words.reveal_review()

    def _action(self) -> Widget:
        first = self._ways.steps[0]
        band = ActionBand(
            first.words,
            first.press,
            icon=first.icon,
            shortcut=first.key,
            bleeds="left",
            small=True,
            id=MAIN,
        )
        return Row(band, Spacer(share=1), size=84 if self._usual == 1 else 66)

    def _links(self) -> Widget:
        text = self.context.text
        others = self._ways.steps[1:]
        links = [WordLink(step.words, step.press, shortcut=step.key) for step in others]
        if self._ways.can_copy and self.finish is None:
            links.append(WordLink(lambda: text("breakdown.copy"), self._copy))
        count = 2 if self.view.is_upright and not self.control.is_alone else max(1, len(links))
        return Column(
            *(
                Row(*links[i : i + count], gap=30, size=48 if self._usual == 1 else 35)
                for i in range(0, max(1, len(links)), count)
            )
        )

    def _harvests(self, units: float) -> Widget:
        control, words = self.control, self.result_words
        is_shown = control.is_done and words is not None
        total = total_words(self.context, control.match, control.seat, control.points)
        scale = "" if words is None else words.scale_words()
        about = "" if words is None else words.explain_scale()
        return Harvests(
            self.context,
            self.setup,
            control,
            marks=() if words is None else words.marks(),
            full=self._full,
            missed=None if words is None else words.missed,
            earned=() if words is None or not is_shown else [*self._earned(words)],
            number=Spoken(reads=total, id="number"),
            scale=Spoken(reads=scale, explain=about if control.is_alone else "", id="scale"),
            pace=self.timeline.value,
            is_pale=words is not None and words.is_pale,
            size=Harvests.width(control, self.view),
            id="harvests",
        )

    def _earned(self, words: ResultWords) -> Iterator[Earned]:
        """Yield the earned hexagons: each appears when the title names it, or after the verdict."""
        coming = [_HEXAGONS.get(one, f"goal:{one.value}") for one in self._coming]
        for one in words.earned():
            yield replace(one, is_due=not self._is_verdict and one.id not in coming)

    # reading aloud

    def read(self, topic: Topic) -> str:
        control = self.control
        if topic is Topic.BOARD:
            return lying_words(self.context, control.match.rules, control.played.position)
        if topic is Topic.LINES:
            words = as_sentences(map(self._spoken_step, control.steps))
            return words or self.context.text("score.no_lines")
        if topic is Topic.SCORE and control.is_done:
            return as_sentences((*self._totals(), *self._spoken("scale")))
        if topic not in (Topic.SCORE, *_READ_PARTS):
            return super().read(topic)
        if not control.is_done:
            # A partial count would be misleading.
            heading = self._spoken("heading") if topic is Topic.NOW else []
            return as_sentences((*heading, *self._totals()))
        is_between = topic is Topic.NOW and not control.match.is_complete
        sentences = self._spoken("heading") if is_between else []
        sentences += self._spoken(*_READ_PARTS[topic])
        if topic is Topic.NOW:
            sentences += [*self._best_steps(), self.form.read(), self.form.read_hint()]
        return as_sentences(sentences) or self.context.text("heard.spoken.nothing_counted")

    def _spoken(self, *ids: str) -> list[str]:
        parts = [part for id in ids if (part := self.find(id)) is not None]
        return [words for part in parts for words in part.spoken(self.context)]

    def _best_steps(self) -> list[str]:
        """Return the spoken forms of the highest bands of the board on display."""
        control = self.control
        best = sorted(control.harvest(control.seat), key=lambda step: -step.points)[:_BEST]
        return [*map(self._spoken_step, best)]

    def _spoken_step(self, step: CountStep) -> str:
        return spoken_step(self.context, self.control.match, self.control.seat, step)

    def _totals(self) -> list[str]:
        """Return the winner, every total and a challenge's verdict, for the screen reader."""
        match, score = self.control.match, self.control.score
        verdict = None if self.finish is None else self.finish.verdict
        totals = []
        for _, seat in rank_seats([player.total for player in score.players]):
            scored = score.players[seat]
            totals.append(total_words(self.context, match, seat, scored.total))
            totals.append(rounds_words(self.context, scored))
        has_winner = match.is_complete and len(match.players) > 1
        winner = winner_words(self.context, match, score) if has_winner else ""
        verdict_words = [] if verdict is None else [verdict.title, verdict.why]
        return [each for each in (winner, *totals, *verdict_words) if each]

    # time and actions

    def animate(self, dt: float) -> Pulse:
        is_moving = toast_problem(self.context, self._toast) or self._toast.expire(dt)
        if is_moving:
            self.renew()
        is_moving |= self.timeline.advance(dt) | self._poll_findings() | self._celebrate()
        is_moving |= self._poll_note()
        self._left -= dt
        match self.control.advance(dt):
            case CountEvent.REST:
                return ANIMATING if is_moving else STILL
            case CountEvent.SUM:
                self.context.sound.play(Sound.COUNT, step=count_step(self.control.counted))
                self.timeline.play("fly", Tween(_FLY * self.control.flight))
                self.timeline.play("number", Tween(_ROLL * self.control.flight))
                self.renew()
            case CountEvent.TOTAL:
                self._end_count()
            case CountEvent.WAIT:
                pass
        return ANIMATING

    def _poll_note(self) -> bool:
        """Poll the note above the action; return whether it changed."""
        known, self._asking = self._asking, self._ways.steps[0].note()
        if known == self._asking:
            return False
        self.renew()
        return True

    def _poll_findings(self) -> bool:
        """Poll the findings and the level; return whether something changed."""
        if self.finish is None:
            return False
        has_news = self.finish.poll()
        if self._level is not None and not self.finish.is_asking:
            has_news |= self._level.poll()
            if self.result_words is not None:
                self.finish.level_gained = self.result_words.level_gained()
        if has_news:
            if self.control.is_done:
                self._announce_earned()
            self.renew()
        return has_news

    @property
    def _coming(self) -> list[Milestone | Goal]:
        """The milestones and goals that the title has still to name, in their order."""
        finish = self.finish
        if finish is None or not finish.is_new:
            return []
        known: list[Milestone | Goal] = [*finish.milestones, *_strongest(finish.goals)]
        if Milestone.FIRST_FIVE in known and Goal.LINE_OF_FIVE in known:
            known.remove(Goal.LINE_OF_FIVE)
        return [one for one in known if one not in self._named]

    def _celebrate(self) -> bool:
        """Show the next milestone or goal once the current one has had its time; the most important
        milestone stays.

        Return whether something changed.
        """
        finish, words = self.finish, self.result_words
        if finish is None or words is None or not self.control.is_done:
            return False
        if self.timeline.has("moment"):
            return False
        following = next(iter(self._coming), None)
        self._is_verdict &= following is None
        if isinstance(following, Milestone):
            self._begin(following)
            self._wait(_MOMENT)
            self.context.sound.play(_MOMENT_SOUNDS.get(following, Sound.FIRST))
            return True
        known = finish.milestones
        # With several players the winner's title stays.
        words.milestone = known[0] if known and finish.is_alone else None
        words.goal = following
        if following is not None:
            self._named.append(following)
            self._wait(_GOAL)
            self.context.sound.play(Sound.GOAL)
        has_changed = self._shown != (words.milestone, words.goal)
        self._shown = words.milestone, words.goal
        if has_changed:
            self.renew()
        return has_changed

    def _wait(self, seconds: float) -> None:
        """Set how long the current title stays; finishing the count ends it early.

        All titles known together end in time, as long as nothing has ended the count early.
        """
        share = max(_LEAST_SEEN, self._left / (1 + len(self._coming)))
        self.timeline.wait("moment", min(seconds, share) if self._left > 0 else seconds, bool)

    def _begin(self, milestone: Milestone) -> None:
        """Show a milestone's words, and read them aloud."""
        assert self.result_words is not None
        self.unasked += 1
        self._named.append(milestone)
        self.result_words.milestone, self.result_words.goal = milestone, None
        self._shown = milestone, None
        if (title := self.result_words.title()) not in self._totals():
            self.context.speak(title)
        self.renew()

    def _end_count(self) -> None:
        """Play the final sound of the count, and show the result if the match is over."""
        self.context.sound.play(self._fanfare())
        self.unasked += 1
        self._is_verdict = self.finish is not None
        self.timeline.finish()
        self.renew()
        if self.finish is None:
            known = self._totals()
            self.context.speak(as_sentences(w for w in self._spoken("head") if w not in known))
            return
        if self._is_record:
            self.timeline.play("beyond", Tween(_BEYOND, easing=ease_out))
        self._announce_earned()
        loud = (Milestone.RECORD, Milestone.WIN)
        for milestone in self.finish.milestones:
            if milestone in loud:
                self._begin(milestone)
        self._wait(_MOMENT if self.finish.mood.celebrates else _BREATH)
        self.timeline.wait("verdict", _BREATH, self._end_verdict)

    def _end_verdict(self) -> None:
        """Show what was earned from now on."""
        self._is_verdict = False
        self.renew()

    def _announce_earned(self) -> None:
        """Read aloud everything earned, each thing once."""
        earned = () if self.result_words is None else self.result_words.earned_words()
        words = [spoken for spoken in earned if spoken not in self._announced]
        self._announced.update(words)
        self.context.speak(as_sentences(words))

    def _fanfare(self) -> Sound:
        """Return the sound for the end of the count."""
        match None if self.finish is None else self.finish.mood:
            case FinishMood.RECORD:
                return Sound.RECORD
            case FinishMood.WIN:
                return Sound.WIN
            case _:
                return Sound.TOTAL

    def _copy(self) -> None:
        self._toast.show(copy_code(self.context, self.setup))

    def enter(self) -> None:
        self.context.sound.follow(MusicCue(Mood.COUNT, tune=self.control.tune))
        super().enter()
        if self.finish is not None:
            self.finish.find_key()
        self._poll_findings()

    def leave(self) -> None:
        super().leave()
        if self.finish is not None:
            self.finish.stop()
        if self._level is not None:
            self._level.stop()

    def handle(self, intent: Intent) -> Navigation | None:
        is_click = isinstance(intent, PointerPressed) and intent.button is MouseButton.PRIMARY
        if is_click or (isinstance(intent, Command) and intent.action not in READING):
            if not self.control.is_done:
                self.control.finish()
                self._left = 0
                self._end_count()
                return None
            self.timeline.finish()
            if self.finish is not None:
                # Moving on skips the milestones known so far.
                self._named += self._coming
        return super().handle(intent)

    # pictures

    @property
    def is_sunset(self) -> bool:
        """Whether the sky shows a sunset: for a record or a win."""
        return self.control.is_done and self.result_words is not None and self.result_words.is_loud

    @property
    def _is_record(self) -> bool:
        return self.finish is not None and self.finish.mood is FinishMood.RECORD

    @property
    def marked(self) -> int | None:
        """The index of the emphasised band: the one being counted, or the one under the pointer."""
        control = self.control
        if not control.is_done:
            return control.latest(control.seat)
        for part in self.root.walk():
            if isinstance(part, HarvestBand) and part.is_pointed_at:
                return part.index
        return None

    def draw_below(self, surface: pygame.Surface) -> None:
        painter = self.context.painter
        painter.draw_background(surface, painter.theme.palette.sunset if self.is_sunset else None)
        harvests = self.find("harvests")
        if self.is_sunset and self._is_record and isinstance(harvests, Harvests):
            harvests.draw_beyond(surface, painter, self.timeline.value("beyond", 1.0))

    def draw(self, surface: pygame.Surface) -> None:
        control = self.control
        if control.is_done:
            super().draw(surface)
            return
        touched = [(p.is_hovered, p.is_pressed, p.shows_focus) for p in self.form.widgets]
        state = (control.counted, control.seat, self._pages, touched)
        self._still.draw(surface, state, super().draw)
        harvests, painter = self.part("harvests"), self.context.painter
        assert isinstance(harvests, Harvests)
        with painter.letters_scaled(harvests.word_scale):
            harvests.draw_moving(surface, painter)
        self._draw_marked(surface, self.part("board").rect)

    def _paint_board(self, surface: pygame.Surface, rect: Rect) -> None:
        board = self.picture.lay_out(rect)
        self.picture.draw_board(surface, board)
        if self.control.is_done:
            self._draw_marked(surface, rect)
        if self.control.is_done and self.finish is not None and self.finish.key is not None:
            self.picture.draw_ring(surface, board, self.finish.key)

    def _draw_marked(self, surface: pygame.Surface, rect: Rect) -> None:
        marked, control = self.marked, self.control
        if marked is not None:
            step = control.harvest(control.seat)[marked]
            self.picture.draw_line(surface, self.picture.lay_out(rect), step)


def _strongest(goals: Iterable[Goal]) -> list[Goal]:
    """Return the goals without those that a higher one of the same kind contains: of 183 points
    the title does not say that they have three digits.
    """
    highest = {_ladder(goal): goal for goal in sorted(goals, key=list(Goal).index)}
    return [goal for goal in goals if highest[_ladder(goal)] is goal]


def _ladder(goal: Goal) -> str:
    """Return what goals have in common of which the later ones in order contain the others."""
    kind = goal.value.partition("-")[0]
    return kind if kind in ("points", "beat") else goal.value
