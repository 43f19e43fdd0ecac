// When the page takes the next click: its tabs are painted, and no long task keeps it busy.
import type { Page } from 'playwright-core';

/** Run before the scripts of the page. Tasks of 50 ms and more are long, says the browser. */
export const WATCH_INTERACTIVE = `(() => {
  const seen = { tabs: 0, busyUntil: 0 };
  Object.defineProperty(globalThis, 'botgaugeInteractive', { value: seen });
  new PerformanceObserver((list) => list.getEntries().forEach(({ startTime, duration }) => {
    seen.busyUntil = Math.max(seen.busyUntil, startTime + duration);
  })).observe({ type: 'longtask', buffered: true });
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { seen.tabs = performance.now(); };
  new MutationObserver((_, observer) => {
    if (!document.querySelector('nav [aria-current]')) return;
    observer.disconnect();
    requestAnimationFrame(() => port2.postMessage(0));
  }).observe(document, { subtree: true, childList: true });
})();`;

/** Returns after how many milliseconds a page that was opened and is complete took clicks. */
export async function interactiveAfter(page: Page): Promise<number> {
  return page.evaluate<number>('Math.max(botgaugeInteractive.tabs, botgaugeInteractive.busyUntil)');
}
