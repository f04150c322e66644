// Copies a case as a citation: its book, number and title, and its address.

for (const button of document.querySelectorAll("button.cite")) {
  const said = button.parentElement.querySelector(".cite-said");
  button.hidden = false;
  button.addEventListener("click", async () => {
    const address = document.querySelector("a[rel=bookmark]").href;
    const done = await copied(`${button.dataset.citation} ${address}`);
    said.textContent = done ? button.dataset.done : button.dataset.failed;
  });
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedByHand(text);
  }
}

// Where the page did not come over a secure connection the browser has no clipboard for it.
function copiedByHand(text) {
  const field = Object.assign(document.createElement("textarea"), {value: text, className: "unseen"});
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return done;
}
