import { dueNow } from './due.js';
import { queries } from './queries.js';

/** How often the page looks whether it is time to ask. */
const LOOK_MS = 1_000;
/**
 * The latest that a window goes on after a minute in which little was left. All windows of all
 * people know the same end of it, and would otherwise ask at the same moment.
 */
const SPREAD_MS = 10_000;

/**
 * Asks again for what is shown when it is due, while somebody can see it. A hidden page asks
 * nothing, and asks at once when it is shown again and something is due.
 */
export function keepLive(isLive: () => boolean): void {
  const spread = Math.random() * SPREAD_MS;
  let [refreshed, asked] = [Date.now(), Date.now()];
  let isUnderWay = false;
  const look = () => {
    if (document.visibilityState !== 'visible' || isUnderWay) return;
    const now = Date.now();
    const { problems, waitUntil } = queries;
    const restUntil = queries.restUntil + spread;
    const due = dueNow({ now, refreshed, asked, isLive: isLive(), problems, waitUntil, restUntil });
    if (due === 'nothing') return;
    asked = now;
    if (due === 'all') refreshed = now;
    isUnderWay = true;
    const work = () => (due === 'all' ? queries.refreshByItself() : queries.askMissing());
    void inTurn(work).finally(() => (isUnderWay = false));
  };
  setInterval(look, LOOK_MS);
  document.addEventListener('visibilitychange', look);
}

/**
 * Runs what the windows of a browser do by themselves one after the other, so that each sees what
 * the one before has left. Browsers have locks for pages on HTTPS and on the own machine only.
 */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request('botgauge refresh', work) : work());
}
