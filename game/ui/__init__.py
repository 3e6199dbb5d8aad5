"""The window and everything in it. pygame is imported in this package alone.

The rooms
    window        opening, sizes, full screen, clipboard; `NoDisplayError` (in `errors`)
    loop          events → intents → stack; draws a frame only where something changed
    stack, scene  scenes answer with transitions (`Push`, `Pop`, `Replace`, `Reset`, `Refresh`,
                  `ToggleFullscreen`, `Quit`, `Ignored`); the stack applies them
    intents       what the player wants: `Command(action)`, pointer intents, `Typed`
    bindings      keys and gamepad buttons → `Action`s, as data
    context       what a scene gets: painter, catalogue, preferences, sound, store, random, now
    painter       drawing with the theme: words that fit, boxes, icons; all cached
    sprites       tiles, wells, plates, line marks, background; `painter.sprites`
    theme         colours, type scale, radii, spacing in units
    layout        `Rect` and its cuts, `View` (pixels of a unit); `layout_hex`: a board in
                  pixels, hit tests, cursor steps; `layout_text`: wrapping and shrinking
    animation     `Tween`, `Timeline`, easings; finish at once, reduced motion
    widgets       buttons, choices, values, fields, scrolling, `Dialog`, `WidgetScene`
    sound         effects, silent where there is no device
    gallery       every scene as PNG, without a screen; scenes register samples
    scenes        the game's screens

Writing a scene

    class Hello(WidgetScene):
        def __init__(self, context: Context) -> None:
            super().__init__(context)
            self._time = Timeline(context.preferences.has_reduced_motion)
            self._play = Button(lambda: context.text("menu.play"), self._start, look=Look.PRIMARY)
            self.form.replace([self._play])
            self.keys[Action.HELP] = self._help           # Escape goes back by itself

        def _start(self) -> Transition:
            return Push(Play(self.context))

        def resize(self, view: View) -> None:            # also after a change of language
            super().resize(view)
            self._play.place(view.area.centred(view.px(240), view.px(52)))

        def react(self, intent: Intent) -> Transition | None:    # what no widget used
            match intent:
                case PointerReleased(at, MouseButton.PRIMARY):
                    ...
                case _:
                    return super().react(intent)          # `keys`, else nothing: no frame

        def animate(self, dt: float) -> Pulse:
            return Pulse(needs_frame=self._time.advance(dt))

        def draw_below(self, surface: pygame.Surface) -> None:   # changes nothing
            super().draw_below(surface)
            self.context.painter.text_in(surface, ...)

Ways: lengths are units (`view.px`), there are never fewer than 960×600 of them. Words go
through `painter.text_in`, which wraps and shrinks, never through a fixed place. `draw` reads,
`update` moves, `handle` decides. Any input first finishes a running timeline. Never block:
threads hand results over in `update`.
"""
