// Leaves only the terms of the index that hold what is typed. Without this module the form asks the server.

const field = document.querySelector("#filter");
const nothing = document.querySelector("#no-term");
const sections = [...document.querySelectorAll("section.letter")].map((section) => ({
  section,
  jump: document.querySelector(`.letters a[href="#${section.id}"]`),
  terms: [...section.querySelectorAll("[data-names]")].map((term) => ({term, names: fold(term.dataset.names)})),
}));

field.form.addEventListener("submit", (event) => event.preventDefault());
field.form.querySelector("button").hidden = true;
field.addEventListener("input", () => {
  const wanted = fold(field.value.trim());
  let left = 0;
  for (const {section, jump, terms} of sections) {
    for (const {term, names} of terms) term.hidden = !names.includes(wanted);
    const shown = terms.filter(({term}) => !term.hidden).length;
    section.hidden = jump.hidden = !shown;
    left += shown;
  }
  nothing.hidden = left > 0;
});

function fold(text) {
  return text.toLowerCase().replaceAll("œ", "oe").replaceAll("æ", "ae").normalize("NFD").replace(/\p{M}/gu, "");
}
