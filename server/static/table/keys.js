// The board by keyboard: arrows walk over hexes, Enter acts, Escape lets go.

const WAYS = {ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0]};

export function walkByKeys(board, root, {act, letGo, remove}) {
  // The line that straight walking keeps to, where hexes lie left and right of it by turns.
  let kept = null;

  root.addEventListener("keydown", (event) => {
    const hex = event.target.closest?.("[data-hex]")?.dataset.hex;
    if (!hex || event.ctrlKey || event.metaKey || event.altKey) return;
    if (WAYS[event.key]) {
      const next = neighbour(hex, WAYS[event.key]);
      if (next) {
        board.focus(next);
        board.element(next).scrollIntoView({block: "nearest", inline: "nearest"});
      }
    } else if (event.key === "Enter" || event.key === " ") act(hex, event.shiftKey);
    else if (event.key === "Escape") letGo();
    else if (event.key === "Delete" || event.key === "Backspace") remove(hex);
    else return;
    event.preventDefault();
  });

  function neighbour(hex, [dx, dy]) {
    const [x, y] = board.at(hex);
    const axis = dx ? 1 : 0;
    if (!kept || kept.axis !== axis || kept.hex !== hex) kept = {axis, line: axis ? y : x};
    const open = board
      .near(hex)
      .filter((name) => name && board.has(name))
      .map((name) => [name, ...board.at(name)])
      .filter(([, nx, ny]) => (nx - x) * dx + (ny - y) * dy > 1);
    const off = ([, nx, ny]) => Math.abs((axis ? ny : nx) - kept.line) - ((nx - x) * dx + (ny - y) * dy) / 1000;
    const best = open.sort((a, b) => off(a) - off(b))[0]?.[0];
    if (best) kept.hex = best;
    return best;
  }
}
