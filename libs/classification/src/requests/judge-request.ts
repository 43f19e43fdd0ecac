import type { Verdict } from '@app/contracts';
import { botVerdict } from '../bot-verdict.js';
import type { Explanation } from '../classify.js';
import type { ReasonedVerdict } from '../layer.js';
import { DISGUISED_BROWSER, VULNERABILITY_SCANNER } from '../registry/special-bots.js';
import { compileProbes, type Probe } from './find-probe.js';
import type { ProbePath } from './probe-path.js';
import { PROBE_PATHS } from './probe-paths/probe-paths.js';

/** This layer is asked last, after all that judge the agents. */
const REQUEST_LAYER = 'request';

/**
 * These say nothing about the path: 401 asks people for a password, 408 and 499 mean that the
 * connection ended, 429 that there were too many requests.
 */
const NOT_ABOUT_THE_PATH: ReadonlySet<number> = new Set([401, 408, 429, 499]);

/** The server had too much to do, or is in maintenance: this is so for every path. */
const UNAVAILABLE = 503;

const { find, isProbed } = compileProbes(PROBE_PATHS);

const verdicts = new Map<ProbePath, ReasonedVerdict>(
  PROBE_PATHS.map((row) => [
    row,
    botVerdict(VULNERABILITY_SCANNER, REQUEST_LAYER, `a request for ${row.what}`),
  ]),
);

/** Tells whether the server said that there is no such page for this visitor. */
export function isRefused(status: number): boolean {
  return status >= 400 && status < 500 && !NOT_ABOUT_THE_PATH.has(status);
}

/**
 * Tells whether a request failed because of what it asked for. A program that was never made for a path
 * fails at it, so 500 and 502 say as much about the path as 404.
 */
function hasNoPage(status: number): boolean {
  return isRefused(status) || (status >= 500 && status < 600 && status !== UNAVAILABLE);
}

/**
 * Returns what a request probes, or undefined. It never throws, and reads at most the first 2,048
 * characters of the path.
 *
 * @param status the status with which the request was answered
 */
export function findProbe(path: string, status: number): Probe | undefined {
  return find(path, hasNoPage(status));
}

/**
 * Tells whether scanners ask for a path of any website. Where the website has it, people ask for it, too,
 * so it says something only together with what else a visitor does.
 */
export function isProbedPath(path: string): boolean {
  return isProbed(path);
}

/** Tells whether a verdict says that somebody came with a browser, or pretended to. */
export function isBrowser(verdict: Verdict): boolean {
  return verdict.kind === 'human' || verdict.bot.id === DISGUISED_BROWSER.id;
}

/**
 * Judges a visit by its request, when its agents say that somebody came with a browser: who asks for
 * what no site links is a vulnerability scanner. Bots that are named stay named, whatever they ask
 * for. Returns the verdict that was given when the request does not change it.
 *
 * The function is pure and never throws.
 */
export function judgeRequest<V extends Verdict>(
  verdict: V,
  path: string,
  status: number,
): V | ReasonedVerdict {
  if (!isBrowser(verdict)) return verdict;
  const probe = findProbe(path, status);
  return probe ? (verdicts.get(probe.row) ?? verdict) : verdict;
}

/** Returns what `explain` returned for the agents, with this layer asked in addition. */
export function explainRequest(
  { verdict, steps }: Explanation,
  path: string,
  status: number,
): Explanation {
  const judged = judgeRequest(verdict, path, status);
  const isDeciding = judged !== verdict;
  return {
    verdict: judged,
    steps: [
      ...steps.map(({ layer, reason }) => ({ layer, reason: isDeciding ? null : reason })),
      { layer: REQUEST_LAYER, reason: isDeciding ? judged.reason : null },
    ],
  };
}
