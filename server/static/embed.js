/* Arbitre on other people's pages: <arbitre-case>, <arbitre-ruling>, and cards on "(13.17)" in marked text.
   A classic script, so that one line is enough: <script src="https://arbitre.example/embed.js" defer></script>
   Everything that is shown is put there as text: nothing that is read is ever taken for markup. */
(() => {
  "use strict";
  if (window.Arbitre) return;

  const self = document.currentScript ?? document.querySelector('script[src*="/embed.js"]');
  const HOME = self?.src ? new URL(".", self.src).href : "";
  const REST = 250;
  const LEAVE = 250;
  const LONGEST = 480;
  const MENTION = /\(([^()]{1,120})\)/g;
  const NUMBER = /(?<![\w.])[A-Z]?\d+(?:\.\d+)+[a-z]?(?![\w.])/g;
  // A bracket that says anything else than which cases to see is no reference.
  const BESIDE = /\b(?:see|also|cf|cases?|rules?|and|or|voir|aussi|cas|règles?|et|ou)\b|[\s,;.:§–-]/gi;
  const REF = /^\s*([A-Za-z]+)\s*[:\s]\s*(\S.*?)\s*$/;
  const SKIPPED = "a, button, input, textarea, select, script, style, code, pre, [contenteditable], arbitre-case, arbitre-ruling";

  const WORDS = {
    en: {
      loading: "Looking it up…", missing: "There is no case {what}.", failed: "The umpire cannot be reached.",
      barred: "The umpire does not answer questions of this page: its owner has to allow it (ARBITRE_CORS).",
      no_ref: "Say which case, as in ref=\"sitw:13.17\".", no_request: "Put the request inside, as JSON, or name it in src.",
      bad_json: "This is not JSON that can be read.", legal: "Legal", illegal: "Illegal", undetermined: "Undetermined",
      none: "No verdict", missing_facts: "Missing", provisos: "Assumed", instead: "Instead", cases: "The cases",
      overridden: "{case} gives way to {by}.", own_words: "in our own words",
    },
    fr: {
      loading: "Recherche…", missing: "Il n'y a pas de cas {what}.", failed: "L'arbitre est injoignable.",
      barred: "L'arbitre ne répond pas aux questions de cette page : son propriétaire doit le permettre (ARBITRE_CORS).",
      no_ref: "Dites quel cas, comme ref=\"sitw:13.17\".", no_request: "Mettez la demande dedans, en JSON, ou nommez-la dans src.",
      bad_json: "Ce n'est pas du JSON lisible.", legal: "Permis", illegal: "Interdit", undetermined: "Indéterminé",
      none: "Pas de verdict", missing_facts: "Il manque", provisos: "Supposé", instead: "À la place", cases: "Les cas",
      overridden: "{case} s'efface devant {by}.", own_words: "dans nos propres mots",
    },
  };

  const SHEET = `
    :host { display: block; color-scheme: light dark; --ink: var(--arbitre-ink, #1f2421); --soft: var(--arbitre-soft, #5b655f);
      --paper: var(--arbitre-paper, #fbfaf6); --line: var(--arbitre-line, #d9d6cb); --link: var(--arbitre-link, #2f4a3c);
      --good: #2d6a3f; --bad: #a3302a; --open: #7a5a12; }
    :host([hidden]) { display: none; }
    @media (prefers-color-scheme: dark) { :host(:not([theme="light"])) { --ink: var(--arbitre-ink, #e8e6df);
      --soft: var(--arbitre-soft, #a9b1ab); --paper: var(--arbitre-paper, #1b1f1d); --line: var(--arbitre-line, #3a423d);
      --link: var(--arbitre-link, #9fc5ae); --good: #7fcf98; --bad: #f0938c; --open: #e0bd6a; } }
    :host([theme="dark"]) { --ink: var(--arbitre-ink, #e8e6df); --soft: var(--arbitre-soft, #a9b1ab);
      --paper: var(--arbitre-paper, #1b1f1d); --line: var(--arbitre-line, #3a423d); --link: var(--arbitre-link, #9fc5ae);
      --good: #7fcf98; --bad: #f0938c; --open: #e0bd6a; }
    .card { background: var(--paper); color: var(--ink); border: 1px solid var(--line); border-radius: .4rem; padding: .7rem 1rem;
      font: 1rem/1.5 Georgia, "Times New Roman", serif; text-align: start; overflow-wrap: anywhere; }
    .head { font-weight: bold; margin: 0; }
    .soft { color: var(--soft); font-size: .875em; margin: .3rem 0 0; }
    p, ul { margin: .4rem 0; } ul { padding-inline-start: 1.2rem; }
    a { color: var(--link); } a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    .verdict { font-weight: bold; border: 2px solid currentColor; border-radius: .3rem; padding: 0 .5rem; }
    .legal { color: var(--good); } .illegal { color: var(--bad); } .undetermined { color: var(--open); }
    details { margin: .3rem 0; } summary { cursor: pointer; }
    code { font-size: .9em; }
  `;

  let sheet = null;
  function styled(root) {
    if ("adoptedStyleSheets" in root && "replaceSync" in CSSStyleSheet.prototype) {
      if (!sheet) { sheet = new CSSStyleSheet(); sheet.replaceSync(SHEET); }
      root.adoptedStyleSheets = [sheet];
    } else root.append(el("style", {}, SHEET));
  }

  function el(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined) made.setAttribute(key, value);
    made.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return made;
  }

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const numberOf = (id) => String(id).slice(String(id).indexOf(":") + 1);
  const gameOf = (id) => String(id).split(":", 1)[0];

  function languageOf(element) {
    const chosen = element.getAttribute("lang") || element.closest("[lang]")?.getAttribute("lang") || navigator.language || "en";
    return chosen.toLowerCase().startsWith("fr") ? "fr" : "en";
  }

  // The service: that of the script, or the one that an element names.
  function service(element) {
    const named = element.closest("[data-arbitre-service], [service]");
    const address = named?.getAttribute("service") ?? named?.getAttribute("data-arbitre-service") ?? HOME;
    try {
      const found = new URL(address.endsWith("/") ? address : `${address}/`, document.baseURI);
      return found.protocol === "https:" || found.protocol === "http:" ? found.href : "";
    } catch { return ""; }
  }

  const part = encodeURIComponent;
  const pageOf = (home, game, number, lang) => `${home}games/${part(game)}/cases/${part(number)}?lang=${lang}`;

  class Wrong extends Error {}

  const kept = new Map();
  function get(address) {
    if (!kept.has(address)) {
      const answer = fetch(address, {credentials: "omit"}).then((found) => {
        if (found.ok) return found.json();
        throw new Wrong(found.status === 404 ? "missing" : "failed");
      });
      answer.catch((wrong) => { if (!(wrong instanceof Wrong) || wrong.message !== "missing") kept.delete(address); });
      kept.set(address, answer);
    }
    return kept.get(address);
  }

  const findCase = (home, game, number) => get(`${home}embed/games/${part(game)}/cases/${part(number)}`);
  const findBook = (home, game) => get(`${home}embed/games/${part(game)}`);

  // A text in paragraphs and lists, as text.
  function paragraphs(text) {
    const found = [];
    for (const block of String(text).trim().split(/\n\s*\n/)) {
      let list = null;
      let open = null;
      for (const line of block.split("\n")) {
        if (line.startsWith("- ")) {
          if (!list) { list = el("ul"); found.push(list); open = null; }
          list.append(el("li", {}, line.slice(2)));
        } else if (open) open.append(` ${line}`);
        else { open = el("p", {}, line); found.push(open); list = null; }
      }
    }
    return found;
  }

  // Until the page is read whole, an element may still be without what stands in it.
  const ready = new Promise((done) => {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", done, {once: true});
    else done();
  });

  class Card extends HTMLElement {
    constructor() {
      super();
      this.root = this.attachShadow({mode: "open"});
      styled(this.root);
      this.turn = 0;
    }

    connectedCallback() { this.show(); }

    attributeChangedCallback() { if (this.isConnected) this.show(); }

    // Shows what `find` gives; of two that overlap, the later.
    async show() {
      const turn = ++this.turn;
      const lang = languageOf(this);
      const say = WORDS[lang];
      this.root.replaceChildren(...this.framed(lang, true, this.waiting ?? say.loading));
      let inside;
      try {
        await ready;
        inside = await this.find(lang, service(this));
      } catch (wrong) {
        const key = wrong instanceof Wrong && say[wrong.message] ? wrong.message : "failed";
        inside = [el("p", {role: "status"}, wrong.says ?? fill(say[key], {what: this.getAttribute("ref") ?? ""}))];
      }
      if (turn !== this.turn) return;
      this.root.replaceChildren(...this.framed(lang, false, inside));
      this.dispatchEvent(new CustomEvent("arbitre-shown", {bubbles: true, composed: true}));
    }

    framed(lang, isBusy, inside) {
      return [el("div", {class: "card", part: "card", lang, "aria-busy": String(isBusy)}, inside)];
    }
  }

  class CaseElement extends Card {
    static observedAttributes = ["ref", "lang", "service"];

    // What stands in the element is read until the case is there.
    get waiting() { return this.childNodes.length ? el("slot") : null; }

    async find(lang, home) {
      const asked = REF.exec(this.getAttribute("ref") ?? "");
      if (!asked) throw new Wrong("no_ref");
      const found = await findCase(home, asked[1].toLowerCase(), asked[2]);
      const say = WORDS[lang];
      return [
        el("p", {class: "head", part: "title"}, el("a", {href: pageOf(home, found.game, found.number, lang)}, `${found.number} ${found.title[lang]}`)),
        ...paragraphs(found.text[lang]),
        el("p", {class: "soft", part: "source"}, `${found.book[lang]} · Arbitre, ${say.own_words}`),
      ];
    }
  }

  class RulingElement extends Card {
    static observedAttributes = ["src", "lang", "service"];

    async find(lang, home) {
      const asked = await this.asked();
      const ruling = "verdict" in asked ? asked : await this.ruled(home, asked);
      return shownRuling(ruling, lang, home);
    }

    // The request, or a ruling that was made before: inside the element, or at `src`.
    async asked() {
      const source = this.getAttribute("src");
      const text = source ? await this.read(source) : this.textContent.trim();
      if (!text) throw new Wrong("no_request");
      let found;
      try { found = JSON.parse(text); } catch { throw new Wrong("bad_json"); }
      if (found === null || typeof found !== "object" || Array.isArray(found)) throw new Wrong("bad_json");
      return found;
    }

    async read(source) {
      const answer = await fetch(new URL(source, document.baseURI), {credentials: "omit"});
      if (!answer.ok) throw new Wrong("failed");
      return answer.text();
    }

    async ruled(home, asked) {
      let answer;
      try {
        const sent = {method: "POST", credentials: "omit", headers: {"Content-Type": "application/json"}, body: JSON.stringify(asked)};
        answer = await fetch(`${home}v1/check`, sent);
      } catch { throw new Wrong("barred"); }
      const found = await answer.json();
      if (answer.ok) return found;
      throw Object.assign(new Wrong("failed"), {says: String(found.detail ?? "")});
    }
  }

  const list = (title, items) => (items.length ? [title ? el("p", {class: "soft"}, title) : null, el("ul", {}, items.map((item) => el("li", {}, item)))] : []);
  const each = (value) => (Array.isArray(value) ? value : []);
  const told = (says, lang) => String(says?.[lang] ?? says?.en ?? "");

  function shownRuling(ruling, lang, home) {
    const say = WORDS[lang];
    const verdict = ["legal", "illegal", "undetermined"].includes(ruling.verdict) ? ruling.verdict : "none";
    const link = (id) => el("a", {href: pageOf(home, gameOf(id), numberOf(id), lang)}, numberOf(id));
    const reasons = each(ruling.findings).filter((finding) => finding.holds).map((finding) => [link(finding.case), ` ${told(finding.says, lang)}`]);
    const cites = each(ruling.cites).map((cited) => el("details", {},
      el("summary", {}, `${numberOf(cited.id)} ${told(cited.title, lang)}`), ...paragraphs(told(cited.text, lang)), el("p", {}, link(cited.id))));
    return [
      el("p", {}, el("span", {class: `verdict ${verdict}`, part: "verdict"}, say[verdict])),
      ruling.answer ? paragraphs(told(ruling.answer, lang)) : [],
      reasons.length ? el("ul", {part: "reasons"}, reasons.map((reason) => el("li", {}, reason))) : null,
      list("", each(ruling.overridden).map((pair) => fill(say.overridden, {case: numberOf(pair.case), by: numberOf(pair.by)}))),
      list(say.missing_facts, each(ruling.missing).map((missing) => el("code", {}, String(missing.fact)))),
      list(say.provisos, each(ruling.provisos).map((proviso) => `${proviso.fact}: ${JSON.stringify(proviso.taken_as)}`)),
      list(say.instead, each(ruling.instead).map((instead) => told(instead.says, lang))),
      cites.length ? [el("p", {class: "soft"}, say.cases), ...cites] : [],
    ].flat();
  }

  // Cards on numbers in text

  let box = null;
  let shownFor = null;
  let timer = 0;

  const later = (wait, act) => { clearTimeout(timer); timer = setTimeout(act, wait); };

  function hide() {
    clearTimeout(timer);
    if (!shownFor) return;
    shownFor.removeAttribute("aria-describedby");
    shownFor = null;
    box.hidden = true;
  }

  function opened() {
    if (box) return box;
    box = el("div", {id: "arbitre-card", role: "tooltip"});
    box.hidden = true;
    styled(box.attachShadow({mode: "open"}));
    Object.assign(box.style, {position: "fixed", zIndex: "2147483000", maxWidth: "min(26rem, 92vw)", margin: "0", padding: "0"});
    box.addEventListener("pointerenter", () => clearTimeout(timer));
    box.addEventListener("pointerleave", () => later(LEAVE, hide));
    document.body.append(box);
    return box;
  }

  function opening(text) {
    const plain = String(text).replace(/\s+/g, " ").trim();
    return plain.length <= LONGEST ? plain : `${plain.slice(0, plain.lastIndexOf(" ", LONGEST))}…`;
  }

  async function show(link, home, game, number, lang) {
    let found;
    try { found = await findCase(home, game, number); } catch { return; }
    if (!link.matches(":hover, :focus")) return;
    hide();
    const card = opened();
    card.shadowRoot.replaceChildren(el("div", {class: "card", part: "card", lang},
      el("p", {class: "head"}, `${found.number} ${found.title[lang]}`), el("p", {}, opening(found.text[lang])), el("p", {class: "soft"}, found.book[lang])));
    card.hidden = false;
    shownFor = link;
    link.setAttribute("aria-describedby", card.id);
    place(card, link.getBoundingClientRect());
  }

  function place(card, near) {
    const {width, height} = card.getBoundingClientRect();
    const below = near.bottom + 6 + height <= innerHeight || near.top < height + 6;
    card.style.top = `${below ? near.bottom + 6 : near.top - height - 6}px`;
    card.style.left = `${Math.max(4, Math.min(near.left, innerWidth - width - 4))}px`;
  }

  function linkTo(home, game, number, lang) {
    const link = el("a", {href: pageOf(home, game, number, lang), class: "arbitre-ref", "data-arbitre-ref": `${game}:${number}`}, number);
    const open = () => later(REST, () => show(link, home, game, number, lang));
    link.addEventListener("pointerenter", (event) => { if (event.pointerType !== "touch") open(); });
    link.addEventListener("pointerleave", () => later(LEAVE, hide));
    link.addEventListener("focus", open);
    link.addEventListener("blur", () => later(LEAVE, hide));
    return link;
  }

  // The numbers of cases between brackets in a text, each made a link; null where there are none.
  function linked(text, numbers, make) {
    const made = [];
    let from = 0;
    for (const bracket of text.matchAll(MENTION)) {
      if (bracket[1].replace(NUMBER, "").replace(BESIDE, "")) continue;
      for (const found of bracket[1].matchAll(NUMBER)) {
        if (!numbers.has(found[0])) continue;
        const at = bracket.index + 1 + found.index;
        made.push(text.slice(from, at), make(found[0]));
        from = at + found[0].length;
      }
    }
    return made.length ? [...made, text.slice(from)] : null;
  }

  const seen = new WeakSet();

  async function scanOne(holder, root = holder) {
    const game = (holder.getAttribute("data-arbitre-game") ?? "").trim().toLowerCase();
    const home = service(holder);
    if (!game || !home) return;
    let numbers;
    try { numbers = new Set((await findBook(home, game)).numbers); } catch { return; }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      if (!parent || seen.has(text) || parent.closest(SKIPPED) || parent.closest("[data-arbitre-game]") !== holder) continue;
      seen.add(text);
      const made = linked(text.data, numbers, (number) => linkTo(home, game, number, languageOf(parent)));
      if (!made) continue;
      const nodes = made.map((each) => (typeof each === "string" ? document.createTextNode(each) : each));
      nodes.forEach((node) => { if (node.nodeType === Node.TEXT_NODE) seen.add(node); });
      text.replaceWith(...nodes);
    }
  }

  const MARKED = "[data-arbitre-game]";

  function scan(root = document) {
    const inside = root instanceof Element && root.closest(MARKED);
    const holders = [...root.querySelectorAll(MARKED), ...(inside ? [inside] : [])];
    return Promise.all(holders.map((holder) => scanOne(holder)));
  }

  function watch() {
    scan();
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
    addEventListener("scroll", hide, {passive: true, capture: true});
    new MutationObserver((changes) => {
      const added = changes.flatMap((change) => [...change.addedNodes]).filter((node) => node instanceof Element && node !== box && !node.matches(".arbitre-ref"));
      for (const node of added) if (node.closest(MARKED) || node.querySelector(MARKED)) scan(node);
    }).observe(document.body, {childList: true, subtree: true});
  }

  window.Arbitre = {scan, hide};
  customElements.define("arbitre-case", CaseElement);
  customElements.define("arbitre-ruling", RulingElement);
  ready.then(watch);
})();
