// What the page says, and the words of the game, in the reader's language.

export const told = JSON.parse(document.getElementById("words").textContent);

export const lang = document.documentElement.lang;

export function say(key, parts = {}) {
  return (told.table[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => parts[name] ?? whole);
}

export const effect = (word) => told.effects[word] ?? word;
export const verdict = (word) => told.verdicts[word] ?? word;
export const spoken = (key) => told.spoken[key] ?? key;
export const fieldName = (name) => told.fields[name] ?? name;
// In French a colon never begins a line.
export const colon = lang === "fr" ? "\u00a0: " : ": ";

// A word of the game's vocabulary as people say it.
export function label(game, kind, word) {
  if (word === null || word === undefined) return "";
  return game.words.get(kind)?.get(word)?.[lang] ?? String(word);
}

export function choices(game, kind, none = say("unknown")) {
  const words = [...(game.words.get(kind)?.values() ?? [])];
  return [["", none], ...words.map((entry) => [entry.word, entry[lang]])];
}

export const number = (id) => id.slice(id.indexOf(":") + 1);

export function decimal(value, places = 1) {
  return value.toLocaleString(lang, {maximumFractionDigits: places, minimumFractionDigits: places});
}
