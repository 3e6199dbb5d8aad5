// The page begins: last of its scripts.
"use strict";

document.body.prepend(makeDefinitions(tables, data.colours));
start();
