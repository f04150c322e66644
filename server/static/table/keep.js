// The panel of what is kept and shared: files, links, pictures, and the part of the map that is shown.

import {button, el, field, folding} from "./dom.js";
import {say} from "./words.js";
import {textControl} from "./controls.js";
import {ends, somewhere} from "./region.js";
import {asPng, download, drawnAlone, kept, packed, parsed} from "./share.js";

export function keepView(table) {
  return [
    el(
      "p",
      {class: "buttons"},
      button(say("share"), () => share(table), {"data-key": "share"}),
      button(say("save"), () => save(table), {"data-key": "save"}),
      loadButton(table),
      button(say("export_svg"), async () => download(await drawnAlone(table.board), "board.svg"), {
        "data-key": "svg",
      }),
      button(say("export_png"), async () => download(await asPng(await drawnAlone(table.board)), "board.png"), {
        "data-key": "png",
      }),
    ),
    table.shared &&
      field(
        say("link"),
        el("input", {
          type: "text",
          readonly: true,
          value: table.shared,
          "data-key": "link",
          focus: (event) => event.target.select(),
        }),
      ),
    table.shared &&
      field(
        say("picture_link"),
        el("input", {
          type: "text",
          readonly: true,
          value: pictured(table.shared),
          "data-key": "picture-link",
          focus: (event) => event.target.select(),
        }),
      ),
    part(table),
    folding(
      table.isJsonOpen,
      (isOpen) => {
        table.isJsonOpen = isOpen;
      },
      {"data-key": "as-json"},
      say("as_json"),
      el("pre", {tabindex: 0}, JSON.stringify(kept(table.store.state), null, 1)),
    ),
  ];
}

// What stands after the # never reaches a server: a link that is to unfold into a picture carries it in the open.
function pictured(shared) {
  const {origin, search, hash} = new URL(shared);
  return `${origin}/share${search}&p=${hash.slice(1)}`;
}

async function share(table) {
  const address = `${location.origin}/table?${new URLSearchParams({lang: document.documentElement.lang})}#${await packed(table.store.state)}`;
  table.shared = address;
  await navigator.clipboard?.writeText(address).then(
    () => table.notice(say("copied")),
    () => table.notice(say("copy_it")),
  );
  if (!navigator.clipboard) table.notice(say("copy_it"));
  table.redraw();
}

function save(table) {
  const {state} = table.store;
  download(new Blob([JSON.stringify(kept(state), null, 1)], {type: "application/json"}), `${state.position.game}.json`);
}

function loadButton(table) {
  const input = el("input", {
    type: "file",
    accept: ".json,application/json",
    class: "unseen",
    tabindex: -1,
    "aria-hidden": "true",
    change: async () => {
      const [file] = input.files;
      if (!file) return;
      try {
        await table.open(parsed(await file.text()));
      } catch (wrong) {
        table.notice(wrong.message, true);
      }
      input.value = "";
    },
  });
  return [button(say("load"), () => input.click(), {"data-key": "load"}), input];
}

// Which part of the map is on the table.
function part(table) {
  const {layout} = table;
  const corners = {first: layout.first, last: layout.last};
  const show = async () => {
    try {
      await table.lay(corners.first, corners.last);
    } catch (wrong) {
      table.notice(wrong.errors?.[0]?.says ?? wrong.message, true);
    }
  };
  const end = (name) =>
    field(
      say(`part_${name}`),
      textControl(
        corners[name],
        (value) => {
          corners[name] = value;
        },
        {"data-key": `part-${name}`, class: "hexes"},
      ),
      {at: name},
    );
  const maps =
    layout.letters.length > 1 &&
    el(
      "p",
      {class: "buttons"},
      layout.letters.map((letter) =>
        button(letter, () => table.lay(...somewhere(table.game, letter)), {
          class: "quiet",
          "aria-pressed": String(letter === layout.letter),
        }),
      ),
    );
  return el(
    "fieldset",
    {class: "part"},
    el("legend", {}, say("part")),
    el("p", {class: "hint"}, table.game.grid.says[document.documentElement.lang]),
    maps,
    el("div", {class: "numbers"}, end("first"), end("last")),
    el(
      "p",
      {class: "buttons"},
      button(say("show"), show, {"data-key": "part-show"}),
      button(say("around_units"), () => table.layAround(), {class: "quiet"}),
      button(say("whole_map"), () => table.lay(...ends(table.game, layout.letter)), {
        class: "quiet",
        "data-key": "whole-map",
      }),
    ),
  );
}
