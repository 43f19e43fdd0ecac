import { undoneAtEnd } from '@app/testing';
import type { Page } from 'playwright-core';

const MINUTE_MS = 61_000;
const { now } = Date;
let passedMs = 0;

/**
 * Lets the minute end whose requests are used up: for the service, which is in this process, and for
 * a page whose clock was installed. The time of the service goes back only after the suite.
 */
export async function passAMinute(page: Page): Promise<void> {
  if (passedMs === 0)
    undoneAtEnd(() => {
      Date.now = now;
      passedMs = 0;
    });
  passedMs += MINUTE_MS;
  Date.now = () => now() + passedMs;
  // The page waits a little longer than the service tells it to.
  await page.clock.fastForward(2 * MINUTE_MS);
}
