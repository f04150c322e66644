// Arbitre in Foundry VTT: /rule 13.17, /ask a question, /unit what the selected token is, /options what it may do.
// Every answer is whispered to who asked; whatever was read is escaped before it becomes a message.

const ID = "arbitre";
const COMMAND = /^\/(rule|ask|options|unit)(?:\s+([\s\S]*))?$/i;
const SETTINGS = {service: "http://127.0.0.1:8000", game: "sitw", facts: "{}", numbers: "{row}{column}"};

const setting = (name) => game.settings.get(ID, name);
const say = (key, values = {}) => game.i18n.format(`ARBITRE.${key}`, values);
const lang = () => (String(game.i18n.lang).startsWith("fr") ? "fr" : "en");
const told = (said) => String(said?.[lang()] ?? said?.en ?? "");
const numberOf = (id) => String(id).slice(String(id).indexOf(":") + 1);
const SIGNS = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"};
export const escaped = (text) => String(text).replace(/[&<>"']/g, (sign) => SIGNS[sign]);

Hooks.once("init", () => {
  for (const [name, standard] of Object.entries(SETTINGS)) {
    game.settings.register(ID, name, {
      name: `ARBITRE.${name}`, hint: `ARBITRE.${name}Hint`, scope: "world", config: true, type: String, default: standard,
    });
  }
});

// Before Foundry reads the message as a command of its own: false says that it was taken.
Hooks.on("chatMessage", (log, message) => {
  const found = COMMAND.exec(message.trim());
  if (!found) return true;
  const [, name, rest] = found;
  COMMANDS[name.toLowerCase()]((rest ?? "").trim()).then(tell, (wrong) => tell(`<p>${escaped(wrong.message)}</p>`));
  return false;
});

async function tell(content) {
  const {id} = game.user;
  await ChatMessage.create({content: `<div class="arbitre">${content}</div>`, whisper: [id], user: id, speaker: {alias: "Arbitre"}});
}

const COMMANDS = {
  async rule(number) {
    const found = await call(`embed/games/${encodeURIComponent(setting("game"))}/cases/${encodeURIComponent(number)}`);
    return `<h3>${caseLink(found.id)} ${escaped(told(found.title))}</h3>${paragraphs(told(found.text))}`;
  },

  async ask(question) {
    const found = await call("v1/ask", {question, game: setting("game")});
    const verdict = found.verdict ? `<p><strong>${escaped(say(found.verdict))}</strong></p>` : "";
    return verdict + paragraphs(told(found.answer)) + list("", found.cites.map((cited) => `${caseLink(cited.id)} ${escaped(told(cited.title))}`));
  },

  async unit(text) {
    const token = selected();
    const facts = unitFacts(text);
    await token.document.setFlag(ID, "unit", facts);
    return `<p>${escaped(say("kept", {id: idOf(token), facts: JSON.stringify(facts)}))}</p>`;
  },

  async options() {
    const token = selected();
    if (!token.document.getFlag(ID, "unit")) throw new Error(say("noUnit"));
    const found = await call("v1/options", {position: position(), unit: idOf(token), assume: "ordinary"});
    return [
      `<h3>${escaped(idOf(token))}</h3>`,
      list(say("moves"), found.moves.map((move) => `${escaped(move.to)} (${escaped(move.cost)})`)),
      list(say("attacks"), found.attacks.map((attack) => `${escaped(attack.target)}: ${escaped(say(attack.verdict))}`)),
      list(say("barred"), found.barred.map((each) => `${escaped(each.hex)} ${each.cases.map(caseLink).join(", ")}`)),
      list(say("missing"), found.missing.map((each) => escaped(each.fact))),
    ].join("");
  },
};

// The service

function home() {
  const address = setting("service");
  return address.endsWith("/") ? address : `${address}/`;
}

async function call(path, body) {
  const sent = body ? {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)} : {};
  let answer;
  try {
    answer = await fetch(home() + path, {credentials: "omit", ...sent});
  } catch {
    throw new Error(say("failed", {service: home()}));
  }
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.detail ?? say("failed", {service: home()}));
  return found;
}

const caseLink = (id) => `<a href="${escaped(`${home()}games/${encodeURIComponent(String(id).split(":", 1)[0])}/cases/${encodeURIComponent(numberOf(id))}?lang=${lang()}`)}">${escaped(numberOf(id))}</a>`;
const paragraphs = (text) => text.split(/\n\s*\n/).map((part) => `<p>${escaped(part)}</p>`).join("");
const list = (title, items) => (items.length ? `${title ? `<p>${escaped(title)}</p>` : ""}<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>` : "");

// The table

function selected() {
  const tokens = canvas.tokens.controlled;
  if (tokens.length !== 1) throw new Error(say("select"));
  return tokens[0];
}

const idOf = (token) => String(token.document.getFlag(ID, "unit")?.id ?? token.document.name ?? token.id);

// What a token is: JSON, or name=value pairs.
function unitFacts(text) {
  if (!text.startsWith("{")) {
    const pairs = text.split(/\s+/).filter(Boolean).map((pair) => pair.split("="));
    if (!pairs.length || pairs.some((pair) => pair.length !== 2)) throw new Error(say("badFacts", {text}));
    return Object.fromEntries(pairs.map(([name, value]) => [name, /^-?\d+$/.test(value) ? Number(value) : value]));
  }
  return parsed(text);
}

function parsed(text) {
  try {
    const found = JSON.parse(text);
    if (found !== null && typeof found === "object" && !Array.isArray(found)) return found;
  } catch { /* told below */ }
  throw new Error(say("badFacts", {text}));
}

// The number of the hex in which the middle of a token lies.
function hexOf(token) {
  const {i, j} = offset(token.center);
  return setting("numbers").replace(/\{(row|column)([+-]\d+)?\}/g, (whole, name, more) => String((name === "row" ? i : j) + Number(more ?? 0)).padStart(2, "0"));
}

function offset(point) {
  if (canvas.grid.getOffset) return canvas.grid.getOffset(point);
  const [i, j] = canvas.grid.grid.getGridPositionFromPixels(point.x, point.y);
  return {i, j};
}

// The position: the tokens that this player sees and that are units, and what the settings add.
export function position() {
  const seen = canvas.tokens.placeables.filter((token) => token.visible && !token.document.hidden && token.document.getFlag(ID, "unit"));
  const units = seen.map((token) => ({hex: hexOf(token), ...token.document.getFlag(ID, "unit"), id: idOf(token)}));
  return {...parsed(setting("facts") || "{}"), game: setting("game"), units};
}
