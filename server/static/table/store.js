// What is on the table now, and what was there before: every change can be undone.

const MOST = 300;

export class Store {
  #past = [];
  #future = [];
  #listeners = [];

  constructor(state) {
    this.state = state;
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  // A change that the player made.
  change(changes) {
    this.#past.push(this.state);
    if (this.#past.length > MOST) this.#past.shift();
    this.#future = [];
    this.#become({...this.state, ...changes});
  }

  // A table that was opened: there is no way back to the one before but through undo.
  open(state) {
    this.change({action: null, assume: false, ...state});
  }

  get canUndo() {
    return this.#past.length > 0;
  }
  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    if (!this.canUndo) return;
    this.#future.push(this.state);
    this.#become(this.#past.pop());
  }

  redo() {
    if (!this.canRedo) return;
    this.#past.push(this.state);
    this.#become(this.#future.pop());
  }

  #become(state) {
    const before = this.state;
    this.state = state;
    for (const listener of this.#listeners) listener(state, before);
  }
}
