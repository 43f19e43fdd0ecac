import { queries } from './queries.js';

const EVERY_MS = 30_000;

/**
 * Asks again every 30 s for what is shown, while somebody can see it. A hidden page asks nothing,
 * and asks at once when it is shown again and is old.
 */
export function keepLive(isOn: () => boolean): void {
  let last = Date.now();
  const refresh = () => {
    if (document.visibilityState !== 'visible' || !isOn()) return;
    if (Date.now() - last < EVERY_MS) return;
    last = Date.now();
    void queries.refresh();
  };
  setInterval(refresh, EVERY_MS / 6);
  document.addEventListener('visibilitychange', refresh);
}
