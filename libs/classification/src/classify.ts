import type { Verdict } from '@app/contracts';
import { disguisedBrowser } from './layers/disguised-browser.js';
import { emptyAgent } from './layers/empty-agent.js';
import { human } from './layers/human.js';
import type { Layer } from './layers/layer.js';
import { namedBot } from './layers/named-bot.js';
import { personApp } from './layers/person-app.js';
import { unnamedBot } from './layers/unnamed-bot.js';

/** Characters of a user agent that are looked at; the rest is cut before any pattern runs. */
export const MAX_USER_AGENT_LENGTH = 1024;

/** The first layer with a verdict wins; whom none of them catches is a person. */
const LAYERS: readonly Layer[] = [emptyAgent, namedBot, personApp, disguisedBrowser, unnamedBot];

/** Judges who made a request by its user agent alone. Pure, and never throws. */
export function classify(userAgent: string): Verdict {
  const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
  for (const layer of LAYERS) {
    const verdict = layer(agent);
    if (verdict !== undefined) return verdict;
  }
  return human(agent);
}
