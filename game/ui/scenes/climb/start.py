"""The mountain: it begins climbs, and shows how far the player, friends and computers came."""

from datetime import date
from functools import partial
from typing import Final

import pygame

from game.climb.game import begin_game, games_in_the_way, resume_climb
from game.climb.ghosts import GhostKind
from game.climb.open_climb import OpenClimb
from game.climb.scores import best_own_climb
from game.climb.sharing import ClimbSeed, read_climb_seed
from game.climb.stage_rules import boss_of
from game.locale.errors import word_error
from game.page.climb_words import word_boss
from game.rules.deal import MAX_SEED_LENGTH
from game.rules.errors import FormatError
from game.storage.codes import CodeError
from game.storage.open_games import StoredGame
from game.ui.draw.bands import draw_flag
from game.ui.draw.climb_picture import (
    PENNANTS_APART,
    MountainPath,
    Tint,
    draw_camp,
    draw_path,
    draw_pennant,
    path_in,
    pole_tops,
    tint_of,
)
from game.ui.draw.icons import Icon
from game.ui.draw.painter import Painter
from game.ui.draw.theme import Sky
from game.ui.frame.bindings import Action
from game.ui.frame.context import Context
from game.ui.frame.scene import Navigation, Pop, Push
from game.ui.frame.topics import as_sentences
from game.ui.layout.rects import Point, Rect
from game.ui.parts import (
    MAIN,
    READ_WITH_HEADING,
    ActionBand,
    Column,
    DialogChoice,
    PageScene,
    Picture,
    Row,
    Scroll,
    Spacer,
    Text,
    Widget,
    WordLink,
    make_dialog,
)
from game.ui.scenes.climb.camps import FULL_STAGE, by_camp, campers_of, flags_of_climb
from game.ui.scenes.climb.control import ClimbStartControl
from game.ui.scenes.shared.arriving import paste_links
from game.ui.scenes.shared.choosing import default_name
from game.ui.scenes.shared.dialogs import notice
from game.ui.scenes.shared.names import CLIMB_RULES
from game.ui.widgets import Look, PressResult, TextField

_CAMPS: Final = 15
_NAMES: Final = 2
"""Most pennants at a camp; a number replaces further ones."""
_POLE: Final = 50
_SHORT: Final = 24
"""Units of length of the shortest pole, and of that on a crowded mountain."""

_LINKS: Final = 3
"""Most links to open climbs that do not scroll."""

_LOW: Final = 3
"""The stage whose colours an unclimbed mountain has."""


class MountainScene(PageScene):
    """The path with its camps and bosses, all pennants, and one action."""

    door = 6
    larger = (1.2,)
    turns_at_midnight = True
    counted = ("best",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.control = ClimbStartControl(context)
        self._reload()
        self.keys[Action.HELP] = self._explain

    def _explain(self) -> Navigation:
        return Push(self.context.routes.rules(CLIMB_RULES))

    def _reload(self) -> None:
        store = self.context.store
        self.camps = by_camp(campers_of(self.context, store.today))
        self._best = best_own_climb(store.profile.climbs.finished())
        self._flags = () if self._best is None else flags_of_climb(self._best)

    @property
    def _tint(self) -> Tint:
        height = _LOW if self._best is None else max(_LOW, self._best.stage)
        return tint_of(self.context.painter.theme, height)

    def sky(self) -> Sky | None:
        return self._tint.sky

    def page(self) -> Widget:
        text = self.context.text
        return self.headed(
            text("menu.climb"),
            Row(
                Column(
                    Text(text("climb.start.mountain"), "action", lines=1),
                    Text(self._about(), "label", "ink_soft", lines=3, most=560, id="best"),
                    self._best is None
                    and WordLink(
                        text("climb.start.how"),
                        self._explain,
                        leads=True,
                        shortcut=Action.HELP,
                        id="how",
                    ),
                    align="left",
                    gap=6,
                ),
                pad=(20, 10, 0, 0),
            ),
            Picture(
                lambda surface, rect: None,
                share=1,
                least=10,
                reads=self._spoken(),
                id=READ_WITH_HEADING,
            ),
            Row(
                Column(
                    *self._open_links(),
                    Row(
                        WordLink(
                            text("climb.start.free"),
                            lambda: begin_asking(self.context, ClimbSeed("")),
                            leads=True,
                            id="free",
                        ),
                        WordLink(
                            text("climb.start.code"),
                            lambda: Push(CodeScene(self.context)),
                            leads=True,
                            id="code",
                        ),
                        gap=26,
                        size=38,
                    ),
                    Row(
                        WordLink(
                            text("climb.start.scores"),
                            lambda: Push(self.context.routes.climb_scores()),
                            leads=True,
                            id="scores",
                        ),
                        *paste_links(self.context),
                        gap=26,
                        size=38,
                    ),
                    align="left",
                    share=1,
                ),
                self._action(),
                gap=8,
                pad=(20, 0, 0, 0),
            ),
        )

    def _about(self) -> str:
        text, best = self.context.text, self._best
        if best is None:
            return text("climb.start.first", stage=str(self._magpie()))
        points = text("terms.count.points", count=best.points)
        return text("climb.start.best", stage=str(best.stage), points=points)

    def _magpie(self) -> int:
        """Return the stage at which Magpie falls; as a rule 3, where the data lacks it."""
        campers = (one for some in self.camps.values() for one in some)
        return next((one.stage for one in campers if one.bot == "magpie"), 3)

    def _open_links(self) -> list[Widget]:
        """Return the links to open climbs of other seeds; many scroll and leave the mountain its
        room.
        """
        links = [self._open_link(stored, climb) for stored, climb in self.control.others]
        if len(links) <= _LINKS:
            return links
        return [Scroll(*links, size=_LINKS * 38, most=320, id="others")]

    def _open_link(self, stored: StoredGame, climb: OpenClimb) -> Widget:
        key = "climb.start.earlier" if stored.key else "climb.start.go_on_free"
        words = self.context.text(key, stage=str(climb.state.stage))
        press = partial(self._go_on, stored)
        return Row(WordLink(words, press, leads=True, id=("open", stored.key)), size=38)

    def _action(self) -> Widget:
        text, control = self.context.text, self.control
        if (waiting := control.open_today) is not None:
            stored, climb = waiting
            about = text("climb.start.stage", stage=str(climb.state.stage))
            words, press = text("climb.start.go_on"), partial(self._go_on, stored)
            return ActionBand(words, press, icon=Icon.PLAY, about=about, small=True, id=MAIN)

        played = control.played_today is not None
        return ActionBand(
            text("climb.start.climb"),
            self._begin_today,
            icon=Icon.PLAY,
            about=text("climb.start.again") if played else "",
            small=True,
            id=MAIN,
        )

    def _spoken(self) -> str:
        """Return the climbers at each camp, from the lowest, for the screen reader."""
        text = self.context.text
        lines = (
            text("climb.start.camp", stage=str(stage), names=", ".join(one.name for one in some))
            for stage, some in sorted(self.camps.items())
        )
        return as_sentences(lines)

    # the picture

    def draw_below(self, surface: pygame.Surface) -> None:
        super().draw_below(surface)
        painter = self.context.painter
        area, px, is_upright = painter.view.area, painter.px, painter.view.is_upright
        top, foot = area.y + round(area.h * 0.2), self.part(READ_WITH_HEADING).rect.bottom - px(24)
        # The lowest pennant streams to the left, where an upright window ends.
        room = area._replace(y=top, h=max(px(40), foot - top)).inset(px(40), 0)
        inner, lift = (room.cut_left(px(40))[1], 0.14 * area.h) if is_upright else (room, 0)
        path = path_in(inner, _CAMPS)
        # The pennants of the first half stay below the words.
        free = foot - self.part("best").rect.bottom - px(_POLE + 20)
        step = max(px(30), min(path.step, free / (path.slope * _CAMPS * 0.6)))
        # A smaller path leaves more of the left, where the words are.
        path = path._replace(
            left=path.left + (room.right - path.left - step * _CAMPS) * 0.75,
            foot=path.foot - lift,
            step=step,
        )
        draw_path(surface, painter, path, self._tint, path.left)
        for stage in range(1, _CAMPS + 1):
            self._draw_camp(surface, painter, path, stage)
        feet = {
            stage: path.camp(stage)[1] - self._radius(painter, path, stage) * 1.3
            for stage in sorted(self.camps)
            if 1 <= stage <= _CAMPS
        }
        at = [(path.camp(stage)[0], y) for stage, y in feet.items()]
        least = px(_SHORT)
        pole = max(least, min(px(_POLE), path.step * 0.7))
        tops = pole_tops(at, path.slope, px(PENNANTS_APART), pole, least)
        for stage, (x, y), tip in reversed([*zip(feet, at, tops, strict=True)]):
            self._draw_pennant(surface, painter, (x, y), stage, y - tip)

    def _radius(self, painter: Painter, path: MountainPath, stage: int) -> float:
        wide = 0.44 if boss_of(stage) is not None else 0.28
        return min(path.step * wide, painter.px(42 if boss_of(stage) is not None else 27))

    def _draw_camp(
        self, surface: pygame.Surface, painter: Painter, path: MountainPath, stage: int
    ) -> None:
        p, types, boss = painter.theme.palette, painter.theme.type, boss_of(stage)
        radius, (x, y) = self._radius(painter, path, stage), path.camp(stage)
        best = self._best
        is_reached = best is not None and stage <= best.stage
        edge = p.gold if is_reached else p.band_light if boss is not None else p.line
        centre = (x, y - radius * 0.45)
        if stage <= len(self._flags):
            draw_flag(surface, painter, centre, radius, self._flags[stage - 1], FULL_STAGE, edge)
        else:
            style = types.title if boss is not None else types.strong
            draw_camp(surface, painter, centre, radius, stage, edge, style)
        if boss is None:
            return
        name, short, _ = word_boss(self.context.catalogue, boss)
        at = Rect(round(x - path.step * 0.5), round(y + painter.px(34)), round(path.step * 2.9), 0)
        head = at._replace(h=painter.px(30))
        foot = at._replace(y=head.bottom, h=painter.px(44))
        width = min(at.w, painter.view.area.right - at.x - painter.px(8))
        painter.text_in(surface, name, head._replace(w=width), types.label, max_lines=1)
        painter.text_in(
            surface, short, foot._replace(w=width), types.body, "left", "top", max_lines=2
        )

    def _draw_pennant(
        self, surface: pygame.Surface, painter: Painter, foot: Point, stage: int, length: float
    ) -> None:
        theme, campers = painter.theme, self.camps[stage]
        kind = campers[0].kind
        fill = {
            GhostKind.PLAYER: theme.stripes[4],
            GhostKind.FRIEND: theme.stripes[3],
            GhostKind.COMPUTER: theme.palette.card,
        }[kind]
        shown = [one.name for one in campers[:_NAMES]]
        if more := len(campers) - len(shown):
            shown.append(self.context.text("climb.start.more", count=str(more)))
        is_own = kind is GhostKind.PLAYER
        words, bot = " · ".join(shown), campers[0].bot
        draw_pennant(surface, painter, foot, length, words, fill, bot=bot, is_own=is_own)

    # actions

    def _go_on(self, stored: StoredGame) -> PressResult:
        day = date.fromisoformat(stored.key) if stored.key else None
        game = resume_climb(self.context.store, day=day)
        if game is None:
            # An unreadable climb was set aside; the title reports it.
            self.control.load()
            return None
        return Push(self.context.routes.climb_table(game))

    def _begin_today(self) -> Navigation:
        context = self.context
        game = begin_game(context.store, default_name(context, 0), day=context.store.today)
        return Push(context.routes.climb_table(game))

    # the scene

    def enter(self) -> None:
        self.control.load()
        self._reload()
        super().enter()


class CodeScene(PageScene):
    """Asks for a code or a word, and begins the climb of that seed."""

    is_overlay = True

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._seed = ""

    def page(self) -> Widget:
        text = self.context.text
        return self.lifted(
            Text(text("climb.start.code"), "title"),
            Text(text("climb.start.code_about"), "strong", id=READ_WITH_HEADING),
            TextField(
                self.context,
                self._seed,
                self._keep,
                placeholder=text("climb.start.seed"),
                max_length=2 * MAX_SEED_LENGTH,
                on_enter=lambda words: self._begin(),
                size=52,
                id="seed",
            ),
            Spacer(size=4),
            Row(
                ActionBand(
                    text("climb.start.climb"), self._begin, bleeds="left", small=True, id=MAIN
                ),
                WordLink(text("menu.back"), Pop, id="cancel"),
                gap=44,
                stacks=True,
            ),
            width=620,
        )

    def enter(self) -> None:
        super().enter()
        self.focus("seed")

    def _keep(self, words: str) -> None:
        self._seed = words

    def _begin(self) -> Navigation:
        try:
            return begin_asking(self.context, read_climb_seed(self._seed))
        except CodeError as error:
            words = self.context.text(f"storage.code.{error.mistake.value}", **error.values)
        except FormatError as error:
            words = word_error(self.context.catalogue, error)
        return Push(notice(self.context, words))


def begin_asking(context: Context, code: ClimbSeed) -> Navigation:
    """Begin a climb of a seed, "" for a new one; ask first if that ends an open one."""
    seed, version = code

    def begin() -> Navigation:
        game = begin_game(context.store, default_name(context, 0), seed=seed, version=version)
        return Push(context.routes.climb_table(game))

    ending = games_in_the_way(context.store, seed=seed)
    if not ending:
        return begin()
    stored, climb = ending[0]

    def go_on() -> Navigation | None:
        day = date.fromisoformat(stored.key) if stored.key else None
        game = resume_climb(context.store, day=day)
        return None if game is None else Push(context.routes.climb_table(game))

    return Push(
        make_dialog(
            context,
            "climb.start.replace_title",
            "climb.start.replace",
            DialogChoice("climb.start.replace_begin", begin, Look.DANGER),
            DialogChoice("climb.start.replace_go_on", go_on, Look.PRIMARY),
            DialogChoice("menu.back"),
            stage=str(climb.state.stage),
        )
    )
