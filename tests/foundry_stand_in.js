// What Foundry gives to a module, as far as ours uses it.
window.said = [];
const hooks = {};
const add = (name, act) => { (hooks[name] ??= []).push(act); };
window.Hooks = {once: add, on: add, call: (name, ...given) => (hooks[name] ?? []).every((act) => act(...given) !== false)};
const settings = {};
window.game = {
  user: {id: "me"},
  settings: {
    register: (module, name, {default: standard}) => { settings[name] ??= standard; },
    get: (module, name) => settings[name],
    set: (module, name, value) => { settings[name] = value; },
  },
  i18n: {
    lang: "en", words: {},
    format(key, values) { return (this.words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole); },
  },
};
window.ChatMessage = {create: async (message) => { window.said.push(message); }};
window.makeToken = ({name, unit = null, at, hidden = false, visible = true}) => {
  const flags = {unit};
  return {
    center: {x: at[1], y: at[0]}, visible, id: name,
    document: {name, hidden, getFlag: (module, key) => flags[key], setFlag: async (module, key, value) => { flags[key] = value; }},
  };
};
// Rows and columns stand for themselves: the grid of the program is not ours to test.
window.canvas = {tokens: {controlled: [], placeables: []}, grid: {getOffset: ({x, y}) => ({i: y, j: x})}};
