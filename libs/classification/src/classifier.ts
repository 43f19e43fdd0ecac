import { LRUCache } from 'lru-cache';
import { classify, MAX_USER_AGENT_LENGTH } from './classify.js';
import type { ReasonedVerdict } from './layer.js';

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
