// Shows the beginning of a case while the pointer rests on a link to it, or the link has the focus.

const REST = 300;
const LEAVE = 200;
const LONGEST = 420;
const PATH = /^\/games\/([^/]+)\/cases\/([^/]+)$/;
const lang = document.documentElement.lang;
const box = Object.assign(document.createElement("div"), {className: "preview", id: "preview", hidden: true});
box.setAttribute("role", "tooltip");
document.body.append(box);

let shownFor = null;
let timer = 0;

for (const link of document.querySelectorAll("main a[href]")) {
  const path = decodeURI(new URL(link.href.baseVal ?? link.href, location.href).pathname);
  const found = PATH.exec(path);
  if (!found || path === decodeURI(location.pathname) || link.rel === "bookmark") continue;
  link.removeAttribute("title");
  const open = () => later(REST, () => show(link, found));
  link.addEventListener("pointerenter", (event) => event.pointerType !== "touch" && open());
  link.addEventListener("pointerleave", () => later(LEAVE, hide));
  link.addEventListener("focus", () => link.matches(":focus-visible") && open());
  link.addEventListener("blur", () => later(LEAVE, hide));
}
box.addEventListener("pointerenter", () => clearTimeout(timer));
box.addEventListener("pointerleave", () => later(LEAVE, hide));
document.addEventListener("keydown", (event) => event.key === "Escape" && hide());

function later(wait, act) {
  clearTimeout(timer);
  timer = setTimeout(act, wait);
}

async function show(link, [, game, number]) {
  const found = await read(`/v1/games/${game}/cases/${encodeURIComponent(number)}`);
  if (!found || !link.matches(":hover, :focus")) return;
  hide();
  const head = Object.assign(document.createElement("p"), {className: "preview-title"});
  head.append(piece("number", found.number), ` ${found.title[lang]}`);
  box.replaceChildren(head, piece("preview-text", opening(found.text[lang])));
  box.hidden = false;
  shownFor = link;
  link.setAttribute("aria-describedby", box.id);
  place(link.getBoundingClientRect());
}

// Null where there is no answer, or the page is left before it comes.
async function read(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function piece(className, textContent) {
  return Object.assign(document.createElement("span"), {className, textContent});
}

function opening(text) {
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length <= LONGEST ? plain : `${plain.slice(0, plain.lastIndexOf(" ", LONGEST))}…`;
}

// Below the link, or above it where there is no room; the script may set what a style sheet cannot know.
function place(near) {
  const {width, height} = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(near.left, document.documentElement.clientWidth - width - 8));
  const below = near.bottom + 6;
  const top = below + height > innerHeight && near.top > height + 6 ? near.top - height - 6 : below;
  box.style.setProperty("left", `${left + scrollX}px`);
  box.style.setProperty("top", `${top + scrollY}px`);
}

function hide() {
  clearTimeout(timer);
  shownFor?.removeAttribute("aria-describedby");
  shownFor = null;
  box.hidden = true;
}
