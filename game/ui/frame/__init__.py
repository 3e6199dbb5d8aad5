"""What every screen uses and no screen owns: window, loop, scene stack, input.

title              opens the window with the game's name before anything else is loaded
window             opening, sizes, full screen, the clipboard
loop               takes events, lets time pass, and draws only when something changed
stack              applies navigation, and draws overlays over what lies below
scene              the protocol of a scene, and the navigation that it may answer with
context            what every scene is given; `routes` in it opens the other screens
intents            pygame's events as what the player wants
bindings           which key does what, as data
preferences        changes preferences while the game runs
captions           the sounds in words, on every screen
topics             what a scene can be asked to read aloud
screen_reader      reads aloud the scene on top and the focus
screen_sleep       when the screen may sleep while the game is open
screen_transition  the animated change from one screen to the next
signals            the signals by which the system ends the program
apart              the window's access to tables whose players sit elsewhere
"""
