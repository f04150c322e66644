// Calls of the service. What goes wrong comes back as a Problem, to be told in words.

import {lang, say} from "./words.js";

export class Problem extends Error {
  constructor(body) {
    super(body.detail ?? body.title);
    this.title = body.title;
    this.detail = body.detail;
    this.errors = body.errors ?? [];
  }
}

async function call(path, options) {
  let answer;
  try {
    answer = await fetch(path, {...options, headers: {"Accept-Language": lang, ...options?.headers}});
  } catch {
    throw new Problem({title: say("no_answer"), detail: say("no_answer_hint")});
  }
  const body = await answer.json().catch(() => null);
  if (!answer.ok) throw new Problem(body ?? {title: say("no_answer"), detail: `${answer.status}`});
  return body;
}

const post = (path, body) =>
  call(path, {
    method: "POST",
    headers: {"Content-Type": "application/json"},
    body: JSON.stringify(body),
  });

export async function loadGame(key) {
  const game = await call(`/v1/games/${encodeURIComponent(key)}`);
  game.words = new Map(
    Object.entries(game.vocabulary).map(([kind, entries]) => [
      kind,
      new Map(entries.map((entry) => [entry.word, entry])),
    ]),
  );
  game.action = new Map(game.actions.map((entry) => [entry.type, entry]));
  return game;
}

export function loadLayout(key, first, last) {
  const query = new URLSearchParams(Object.entries({first, last}).filter(([, value]) => value));
  return call(`/v1/games/${encodeURIComponent(key)}/layout?${query}`);
}

export const loadExamples = (key) => call(`/v1/games/${encodeURIComponent(key)}/examples`);
export const loadMap = (name) => call(`/v1/maps/${encodeURIComponent(name)}`);

export function loadExample(id) {
  const [game, name] = id.includes(":") ? id.split(":", 2) : ["", id];
  return call(`/v1/games/${encodeURIComponent(game)}/examples/${encodeURIComponent(name)}`);
}

const request = (state) => ({position: state.position, ...(state.assume ? {assume: "ordinary"} : {})});

export const askOptions = (state, unit) => post("/v1/options", {...request(state), unit});
export const askRuling = (state) => post("/v1/check", {...request(state), action: state.action});
