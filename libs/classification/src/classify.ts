import { LRUCache } from 'lru-cache';
import { operatorsOf } from './declared/operators.js';
import { reservedNames } from './declared/reserved-names.js';
import { type KnownNames, withDeclaredName } from './declared/with-declared-name.js';
import { attackText } from './layers/attack-text.js';
import { disguisedBrowser } from './layers/disguised-browser.js';
import { emptyAgent } from './layers/empty-agent.js';
import { human } from './layers/human.js';
import type { Layer, LayerName, ReasonedVerdict } from './layer.js';
import { namedBot } from './layers/named-bot.js';
import { commonBrowserOf, mayStandInShape } from './human/browser-shape.js';
import { commonBrowser, personApp } from './layers/person-app.js';
import { beforeRepetition } from './patterns/watched-texts.js';
import { signatureAgent } from './layers/signature-agent.js';
import { unnamedBot } from './layers/unnamed-bot.js';
import { BOT_REGISTRY } from './registry/bot-registry.js';
import type { RegisteredBot } from './registry/registered-bot.js';

/** How many characters of a user agent are read. The rest is cut off before any pattern runs. */
export const MAX_USER_AGENT_LENGTH = 1024;

/** One layer that was asked. It has no reason when the layer gave no verdict. */
export interface ExplainedStep {
  readonly layer: LayerName;
  readonly reason: string | null;
}

export interface Explanation {
  readonly verdict: ReasonedVerdict;
  /** The layers that were asked, in order. The one with a reason decided. */
  readonly steps: readonly ExplainedStep[];
}

/** Judges by the rows of one registry. */
interface Judge {
  onUserAgent(userAgent: string): ReasonedVerdict;
  withSignatureAgent(verdict: ReasonedVerdict, host: string): ReasonedVerdict;
  explain(userAgent: string, signatureHost: string): Explanation;
  knownNames: () => KnownNames;
}

/**
 * The first layer with a verdict on the user agent wins. If none of them calls it a bot, the visitor
 * is a person. A signature agent is asked last and may change that.
 */
function compileJudge(registry: readonly RegisteredBot[]): Judge {
  const named = namedBot(registry);
  const attack = attackText(named);
  const layers: readonly Layer[] = [
    emptyAgent,
    attack,
    named,
    personApp,
    unnamedBot,
    disguisedBrowser,
  ];
  const signature = signatureAgent(registry);
  const knownNames = onFirstUse(() => ({
    isReserved: reservedNames(registry),
    operators: operatorsOf(registry),
  }));
  const names: readonly LayerName[] = [...layers, human].map((layer) => layer.name);
  // Where no row can name a common browser, only the guard has a verdict on it: it is asked first.
  // Only the name of its device may be that of a bot, or an attack text.
  const hasShortcut = !registry.some(({ tokens }) => tokens.some(mayStandInShape));
  return { onUserAgent, withSignatureAgent, explain, knownNames };

  function onUserAgent(userAgent: string): ReasonedVerdict {
    const browser = hasShortcut ? commonBrowserOf(userAgent) : undefined;
    if (browser !== undefined && !saysMore(browser.platform)) return commonBrowser(browser.client);
    const agent = beforeRepetition(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
    for (const layer of layers) {
      const verdict = layer.judge(agent);
      if (verdict !== undefined) return withDeclaredName(verdict, agent, knownNames);
    }
    return human.judge(agent);
  }

  function saysMore(platform: string): boolean {
    return platform !== '' && (attack.judge(platform) ?? named.judge(platform)) !== undefined;
  }

  function withSignatureAgent(verdict: ReasonedVerdict, host: string): ReasonedVerdict {
    return host === '' ? verdict : (signature.judge(verdict, host) ?? verdict);
  }

  function explain(userAgent: string, signatureHost: string): Explanation {
    const byUserAgent = onUserAgent(userAgent);
    const verdict = withSignatureAgent(byUserAgent, signatureHost);
    const asked = names.slice(0, names.indexOf(byUserAgent.layer) + 1);
    if (signatureHost !== '') asked.push(signature.name);
    const steps = asked.map((layer) => ({
      layer,
      reason: layer === verdict.layer ? verdict.reason : null,
    }));
    return { verdict, steps };
  }
}

/** Many programs load this library for its registry, and never ask for a declared name. */
function onFirstUse<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

const OF_RELEASE = compileJudge(BOT_REGISTRY);

/**
 * Judges who made a request by the user agent, and by the host that `signatureAgentHost` of the
 * contracts returned; nearly all requests have none. The function is pure and never throws. It knows
 * the registry of the release only.
 */
export function classify(userAgent: string, signatureHost = ''): ReasonedVerdict {
  return OF_RELEASE.withSignatureAgent(OF_RELEASE.onUserAgent(userAgent), signatureHost);
}

/** Returns the verdict of `classify` together with every layer that was asked. */
export function explain(userAgent: string, signatureHost = ''): Explanation {
  return OF_RELEASE.explain(userAgent, signatureHost);
}

/** Counts since the classifier was made, and the number of user agents that it holds now. */
export interface CacheStats {
  hits: number;
  misses: number;
  size: number;
}

export interface Classifier {
  classify(userAgent: string, signatureHost?: string): ReasonedVerdict;
  /** Returns the verdict together with every layer that was asked. It does not use the cache. */
  explain(userAgent: string, signatureHost?: string): Explanation;
  /** Returns what the registry says about names that bots give themselves. */
  knownNames(): KnownNames;
  cacheStats(): CacheStats;
}

export interface ClassifierOptions {
  /** How many user agents to remember, at least 1; the least recently used one is dropped first. */
  cacheSize: number;
  /** The rows that name bots. The default are those of the release. */
  registry?: readonly RegisteredBot[];
}

/**
 * Returns `classify` with a cache, because most visits of a website come with few user agents. The
 * signature agent is no part of the cache, because it takes one look-up to judge.
 */
export function createClassifier({
  cacheSize,
  registry = BOT_REGISTRY,
}: ClassifierOptions): Classifier {
  const judge = registry === BOT_REGISTRY ? OF_RELEASE : compileJudge(registry);
  const verdicts = new LRUCache<string, ReasonedVerdict>({ max: cacheSize });
  let hits = 0;
  let misses = 0;

  const verdictOn = (userAgent: string): ReasonedVerdict => {
    const agent = userAgent.slice(0, MAX_USER_AGENT_LENGTH);
    const known = verdicts.get(agent);
    if (known !== undefined) {
      hits += 1;
      return known;
    }
    misses += 1;
    const verdict = judge.onUserAgent(agent);
    verdicts.set(agent, verdict);
    return verdict;
  };

  return {
    classify: (userAgent, signatureHost = '') =>
      judge.withSignatureAgent(verdictOn(userAgent), signatureHost),
    explain: (userAgent, signatureHost = '') => judge.explain(userAgent, signatureHost),
    knownNames: judge.knownNames,
    cacheStats: () => ({ hits, misses, size: verdicts.size }),
  };
}
