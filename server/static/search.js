// Results as one types, in every search box of the page. Without this module the box is a plain form.

const WAIT = 120;
const SHOWN = 8;
const lang = document.documentElement.lang;
let titles = null;

for (const form of document.querySelectorAll("form.search[data-results]")) enhance(form);

function enhance(form) {
  const input = form.querySelector("input[type=search]");
  const list = make("ul", {id: `${input.id}-results`, className: "results", hidden: true});
  const status = make("p", {className: "unseen"});
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", form.dataset.results);
  status.setAttribute("role", "status");
  input.parentElement.append(list);
  form.append(status);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-controls": list.id, "aria-expanded": "false", "aria-autocomplete": "list",
  })) input.setAttribute(name, value);

  let waiting = 0;
  let asking = null;
  let active = -1;

  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(look, WAIT);
  });
  input.addEventListener("keydown", onKey);
  input.addEventListener("blur", () => close());
  // A press on a result must not take the focus from the box, or the list would close under it.
  list.addEventListener("pointerdown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => choose(event.target.closest("[role=option]")));

  async function look() {
    const typed = input.value.trim();
    asking?.abort();
    if (!typed) return close();
    const {signal} = (asking = new AbortController());
    try {
      const [found] = await Promise.all([ask(typed, signal), bookTitles()]);
      // It may have been given up while the names of the books were still on their way.
      if (!signal.aborted && document.activeElement === input) show(found);
    } catch (fault) {
      if (signal.aborted) return;
      close();
      status.textContent = form.dataset.failed;
    }
  }

  async function ask(typed, signal) {
    const query = new URLSearchParams({q: typed, limit: SHOWN});
    for (const name of ["game", "kind", "action", "chapter"]) {
      const value = form.elements[name]?.value;
      if (value) query.set(name, value);
    }
    const answer = await fetch(`/v1/search?${query}`, {signal});
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  }

  function show(found) {
    const options = found.hits.map(hit);
    if (found.total > found.hits.length) options.push(everything(found.total));
    list.replaceChildren(...options.map(option));
    list.hidden = !options.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    mark(-1);
    const count = `${found.total} ${found.total > 1 ? form.dataset.found : form.dataset.foundOne}`;
    status.textContent = found.total ? count : form.dataset.nothing;
  }

  function everything(total) {
    const shown = make("span", {className: "everything", textContent: `${form.dataset.all} (${total})`});
    return {address: null, parts: [shown]};
  }

  function option({address, parts}, place) {
    const item = make("li", {id: `${list.id}-${place}`});
    item.setAttribute("role", "option");
    item.setAttribute("aria-selected", "false");
    if (address) item.dataset.address = address;
    item.append(...parts);
    return item;
  }

  function onKey(event) {
    const moves = {ArrowDown: 1, ArrowUp: -1};
    if (event.key in moves && !list.hidden) {
      const places = list.children.length + 1;
      mark((active + 1 + moves[event.key] + places) % places - 1);
    } else if (event.key in moves && input.value.trim()) look();
    else if (event.key === "Escape" && !list.hidden) close();
    else if (event.key === "Enter" && active >= 0) choose(list.children[active]);
    else return;
    event.preventDefault();
  }

  function mark(place) {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = place;
    const chosen = list.children[active];
    chosen?.setAttribute("aria-selected", "true");
    chosen?.scrollIntoView({block: "nearest"});
    if (chosen) input.setAttribute("aria-activedescendant", chosen.id);
    else input.removeAttribute("aria-activedescendant");
  }

  function choose(item) {
    if (!item) return;
    if (item.dataset.address) location.assign(item.dataset.address);
    else form.requestSubmit();
  }

  function close() {
    clearTimeout(waiting);
    asking?.abort();
    mark(-1);
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    status.textContent = "";
  }

  function hit(found) {
    const [game, number] = found.id.split(":");
    const asked = new URLSearchParams(location.search).get("lang");
    const address = `/games/${game}/cases/${encodeURIComponent(number)}${asked ? `?lang=${encodeURIComponent(asked)}` : ""}`;
    const line = make("span", {className: "result-title"});
    line.append(make("span", {className: "number", textContent: number}), ` ${found.title[lang]} `);
    if (!form.elements.game?.value) line.append(make("span", {className: "source", textContent: titles[game] ?? game}));
    const told = lang in found.highlight ? lang : Object.keys(found.highlight)[0];
    const passage = make("span", {className: "passage", lang: told ?? lang});
    passage.append(...marked(found.highlight[told] ?? ""));
    return {address, parts: [line, passage]};
  }
}

// The names of the books, asked for once.
async function bookTitles() {
  if (titles) return;
  const answer = await fetch("/v1/games");
  const {games} = await answer.json();
  titles = Object.fromEntries(games.map(({key, title}) => [key, title[lang]]));
}

// A passage comes escaped, with its matches in <mark>.
function marked(passage) {
  return [...new DOMParser().parseFromString(passage, "text/html").body.childNodes];
}

function make(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}
