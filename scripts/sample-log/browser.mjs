// What a browser asks for. It knows nothing of who uses it: people, or a program that drives it.

import { entryOf, refererFrom } from './entry.mjs';
import { DAY } from './clock.mjs';
import { filesOf } from './site.mjs';

/** Pages that are made anew for each request, so that they are never answered with 304. */
const PERSONAL = new Set(['search', 'cart', 'login', 'account', 'missing']);
/** How long a browser does not ask whether a picture or an icon in its cache has changed. */
const FRESH = DAY;
const SAME_PAGE = 0.7;

export class Browser {
  #choices;
  #client;
  #traits;
  /** Until when what it has is fresh, by address. */
  #cache = new Map();

  /** All requests that it has made. */
  entries = [];

  /**
   * @param client as `entryOf` wants it
   * @param traits those of `aBrowser`; `withoutPictures`, `withoutScripts`: it loads none;
   *   `blocks`: it makes no requests that only measure; `forgets`: its cache is always empty
   */
  constructor(choices, client, traits) {
    this.#choices = choices;
    this.#client = client;
    this.#traits = traits;
  }

  /** Goes on with another address, as a phone does that leaves the house. */
  moveTo(ip) {
    this.#client = { ...this.#client, ip };
  }

  /** Loads a page with what it needs. */
  open(time, page, { referer, status, purpose } = {}) {
    const answer = status ?? this.#stateOf(page);
    this.#ask(time, page, { referer, purpose, mode: 'navigate', status: answer });
    // A page that is fetched ahead is not drawn, so its files are not asked for.
    if (purpose === undefined && answer < 500) this.draw(time, page);
  }

  /** Asks for the files of a page that are not in the cache. */
  draw(time, page) {
    if (this.#traits.forgets) this.#cache.clear();
    for (const file of filesOf(page)) {
      if (this.#wants(file)) this.#load(time + this.#choices.between(...file.after), file, page);
    }
    this.#cache.set(page, 0);
  }

  /** Sends a form, or what a script of the page sends. */
  send(time, page, target, { status = 200, mode = 'cors' } = {}) {
    this.#ask(time, target, { method: 'POST', status, mode, referer: refererFrom(page, target) });
  }

  forget() {
    this.#cache.clear();
  }

  #stateOf(page) {
    const known = this.#cache.has(page) && !PERSONAL.has(page.kind);
    return known && this.#choices.happens(SAME_PAGE) ? 304 : 200;
  }

  #wants({ type, blocked }) {
    const { icon, withoutPictures, withoutScripts, blocks } = this.#traits;
    if (type === 'icon') return icon;
    if (type === 'picture') return !withoutPictures;
    if (type === 'call') return !withoutScripts && !(blocked && blocks);
    return type !== 'script' || !withoutScripts;
  }

  #load(time, file, page) {
    const { type, method, status, mode } = file;
    const referer = refererFrom(type === 'font' ? styleOf(page) : page, file);
    if (type === 'call') return this.#ask(time, file, { method, status, mode, referer });
    const address = file.host + file.path;
    const freshUntil = this.#cache.get(address);
    if (freshUntil > time) return;
    this.#cache.set(address, file.fixed ? Infinity : time + FRESH);
    this.#ask(time, file, { mode, referer, status: freshUntil === undefined ? 200 : 304 });
  }

  #ask(time, target, { mode, ...rest }) {
    const sent = this.#traits.silent ? {} : { mode };
    this.entries.push(entryOf(time, this.#client, target, { ...rest, ...sent }));
  }
}

/** Browsers name the style sheet as the referer of the fonts that it wants. */
const styleOf = (page) => filesOf(page).find(({ type }) => type === 'style');
