import { dueAt } from './due.js';
import { queries } from './queries.js';

/** How often the page looks whether it is time to ask. */
const LOOK_MS = 1_000;

/**
 * Asks again for what is shown when it is due, while somebody can see it. A hidden page asks
 * nothing, and asks at once when it is shown again and something is due.
 */
export function keepLive(isLive: () => boolean): void {
  let last = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    const { problems, waitUntil } = queries;
    const due = dueAt({ last, isLive: isLive(), problems, waitUntil });
    if (due === undefined || Date.now() < due) return;
    last = Date.now();
    void queries.refresh();
  };
  setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
}
