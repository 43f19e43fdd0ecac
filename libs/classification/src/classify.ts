import { LRUCache } from 'lru-cache';
import { beforeRepetition } from './before-repetition.js';
import { disguisedBrowser } from './layers/disguised-browser.js';
import { emptyAgent } from './layers/empty-agent.js';
import { human } from './layers/human.js';
import type { Layer, LayerName, ReasonedVerdict } from './layer.js';
import { namedBot } from './layers/named-bot.js';
import { personApp } from './layers/person-app.js';
import { unnamedBot } from './layers/unnamed-bot.js';

/** How many characters of a user agent are read. The rest is cut off before any pattern runs. */
export const MAX_USER_AGENT_LENGTH = 1024;

/** The first layer with a verdict wins. If none of them calls it a bot, the visitor is a person. */
const LAYERS: readonly Layer[] = [emptyAgent, namedBot, personApp, unnamedBot, disguisedBrowser];

/** One layer that was asked. It has no reason when the layer gave no verdict. */
export interface ExplainedStep {
  readonly layer: LayerName;
  readonly reason: string | null;
}

export interface Explanation {
  readonly verdict: ReasonedVerdict;
  /** The layers that were asked, in order. The last one decided. */
  readonly steps: readonly ExplainedStep[];
}

/** Judges who made a request by the user agent alone. The function is pure and never throws. */
export function classify(userAgent: string): ReasonedVerdict {
  const agent = beforeRepetition(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  for (const layer of LAYERS) {
    const verdict = layer.judge(agent);
    if (verdict !== undefined) return verdict;
  }
  return human.judge(agent);
}

/** Returns the verdict of `classify` together with every layer that was asked. */
export function explain(userAgent: string): Explanation {
  const verdict = classify(userAgent);
  const names = [...LAYERS, human].map((layer) => layer.name);
  const asked = names.slice(0, names.indexOf(verdict.layer) + 1);
  const steps = asked.map((layer) => ({
    layer,
    reason: layer === verdict.layer ? verdict.reason : null,
  }));
  return { verdict, steps };
}

/** Counts since the classifier was made, and the number of user agents that it holds now. */
export interface CacheStats {
  hits: number;
  misses: number;
  size: number;
}

export interface Classifier {
  classify(userAgent: string): ReasonedVerdict;
  cacheStats(): CacheStats;
}

/**
 * Returns `classify` with a cache, because most visits of a website come with few user agents.
 *
 * @param options.cacheSize the number of user agents to remember, at least 1; the least recently
 *   used one is dropped first
 */
export function createClassifier(options: { cacheSize: number }): Classifier {
  const verdicts = new LRUCache<string, ReasonedVerdict>({ max: options.cacheSize });
  let hits = 0;
  let misses = 0;

  return {
    classify(userAgent) {
      const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
      const known = verdicts.get(agent);
      if (known !== undefined) {
        hits += 1;
        return known;
      }
      misses += 1;
      const verdict = classify(agent);
      verdicts.set(agent, verdict);
      return verdict;
    },
    cacheStats: () => ({ hits, misses, size: verdicts.size }),
  };
}
