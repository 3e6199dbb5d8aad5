// The page begins: last of its scripts.
"use strict";

dragTiles({ grab: grabbed, aimAt });
document.body.prepend(makeDefinitions(tables, data.colours));
start();
for (const extra of daily?.extras ?? []) {
  try { extra(); } catch { /* Forbidden here, as in a sandboxed frame. */ }
}
