// Makes a form of each call described in /openapi.json, and shows what it answers.

const EXAMPLES = {
  "POST /v1/check": {
    position: {
      game: "sitw", scenario: "campaign", turn: 3, phase: "regular-movement", active: "german", weather: "dry",
      options: [], units_complete: true,
      map: {elsewhere: {terrain: "clear", features: [], control: "german", sides: []}},
      units: [
        {id: "g1", type: "infantry", nation: "german", hex: "2530", movement: 4, supply: "supplied", status: []},
        {id: "b1", type: "infantry", nation: "british", hex: "2532"},
      ],
    },
    action: {type: "move", units: ["g1"], path: ["2530", "2531", "2631"], mode: "regular"},
  },
};
EXAMPLES["POST /v1/options"] = {position: EXAMPLES["POST /v1/check"].position, unit: "g1"};
EXAMPLES["PUT /v1/maps/{name}"] = {game: "sitw", map: {hexes: {"2731": {terrain: "forest"}}}};
const WORDS = {game: "sitw", number: "13.17", term: "stosstruppen", name: "my-map", q: "tanks forest"};

const {told, french} = JSON.parse(document.getElementById("words").textContent);
const described = await (await fetch("/openapi.json")).json();

for (const call of document.querySelectorAll(".call")) {
  const {method, path} = call.dataset;
  const operation = described.paths[path][method.toLowerCase()];
  fill(call.querySelector("form"), operation, `${method} ${path}`);
  call.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    ask(call, method, path, operation);
  });
}

function fill(form, operation, name) {
  for (const part of operation.parameters) {
    const wanted = part.required ? WORDS[part.name] ?? "" : "";
    const says = part.description ?? "";
    form.append(field(part.name, french[says] ?? says, input(part.name, wanted)));
  }
  if (operation.requestBody) {
    const body = document.createElement("textarea");
    body.name = "body";
    body.value = JSON.stringify(EXAMPLES[name] ?? {}, null, 1);
    form.append(field(told.body, "JSON", body));
  }
  const button = document.createElement("button");
  button.textContent = told.try;
  form.append(button);
}

function field(name, says, control) {
  const label = document.createElement("label");
  label.append(`${name}${says ? `: ${says}` : ""}`, control);
  return label;
}

function input(name, value) {
  const control = document.createElement("input");
  Object.assign(control, {name, value});
  return control;
}

async function ask(call, method, path, operation) {
  const given = new FormData(call.querySelector("form"));
  const query = new URLSearchParams();
  for (const part of operation.parameters) {
    const value = given.get(part.name);
    if (part.in === "path") path = path.replace(`{${part.name}}`, encodeURIComponent(value));
    else if (value) query.set(part.name, value);
  }
  const body = operation.requestBody ? given.get("body") : undefined;
  const headers = {
    "Accept-Language": document.documentElement.lang,
    ...(body === undefined ? {} : {"Content-Type": "application/json"}),
  };
  const answer = await fetch(query.size ? `${path}?${query}` : path, {method, headers, body});
  const text = await answer.text();
  const shown = call.querySelector("pre");
  shown.hidden = false;
  shown.textContent = `${answer.status} ${answer.statusText}\n${pretty(text)}`;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}
