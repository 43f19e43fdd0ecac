// When a page has shown everything that it asked for: no request is under way any more, nothing
// changes any more on the screen, and no outline stands for what will come. On a busy machine a
// script may take longer to start than the screen must be quiet.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** Notes in the page when somebody clicked last, and when the last change was painted. */
export const WATCH_CHANGES = `(() => {
  const seen = { clicked: 0, painted: 0 };
  Object.defineProperty(globalThis, 'botgaugeSeen', { value: seen });
  addEventListener('click', (event) => { seen.clicked = event.timeStamp; }, true);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { seen.painted = performance.now(); };
  new MutationObserver(() => requestAnimationFrame(() => port2.postMessage(0)))
    .observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})();`;
const SEEN = `({ ...botgaugeSeen, now: performance.now(),
  isWaiting: document.querySelector('#app:empty, .skeleton, [aria-busy=true]') !== null })`;

interface Seen {
  /** Milliseconds since the page was opened. */
  clicked: number;
  painted: number;
  now: number;
  isWaiting: boolean;
}

/** Nothing happens for so long: then nothing more will, until somebody does something. */
const QUIET_MS = 250;

/** A busy machine may need long, but what is not complete then never will be. */
const PATIENCE_MS = 120_000;

/** Whoever sees the requests of the page. */
interface Watcher {
  /** How many requests have no complete answer yet. */
  underWay: number;
}

/**
 * Waits until everything is shown, and returns after how many milliseconds that was, counted from
 * the last click, or from the opening of the page if there was none.
 */
export async function settled(page: Page, watcher: Watcher): Promise<number> {
  const started = performance.now();
  for (;;) {
    const { clicked, painted, now, isWaiting } = await page.evaluate<Seen>(SEEN);
    const since = now - Math.max(painted, clicked);
    if (since >= QUIET_MS && !isWaiting && watcher.underWay === 0) return painted - clicked;
    if (performance.now() - started > PATIENCE_MS)
      throw new Error(
        `Never complete: ${watcher.underWay} requests, ${isWaiting ? 'with' : 'without'} outlines`,
      );
    await sleep(Math.max(QUIET_MS - since, 10));
  }
}
