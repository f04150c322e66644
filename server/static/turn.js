// Left and right arrows turn to the previous and the next case, as long as no field wants them.

const WAYS = {ArrowLeft: "prev", ArrowRight: "next"};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable], [tabindex='0']")) return;
  const way = document.querySelector(`link[rel=${WAYS[event.key]}]`);
  if (way) location.assign(way.href);
});
