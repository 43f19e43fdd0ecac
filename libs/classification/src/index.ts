/**
 * Judges who made a request by its user agent and its signature agent: a person, a bot or an AI bot.
 * `requests/` judges browsers by what they ask for, in addition.
 *
 * This library is pure: it has no input or output, and the same request always gets the same verdict.
 * `classify.ts` lists the layers in the order in which they are asked.
 */
export { botsPage } from './bots-page.js';
export { classify, createClassifier, explain } from './classify.js';
export type {
  CacheStats,
  Classifier,
  ClassifierOptions,
  ExplainedStep,
  Explanation,
} from './classify.js';
export { judgeName } from './declared/judge-name.js';
export { DECLARED_NAMES_VERSION } from './declared/reserved-names.js';
export { reportedBot } from './declared/with-declared-name.js';
export type { ReportedBot } from './declared/with-declared-name.js';
export type { LayerName, ReasonedVerdict } from './layer.js';
export type { ProbePath } from './requests/probe-path.js';
export { PROBE_PATHS } from './requests/probe-paths/probe-paths.js';
export type { Probe } from './requests/find-probe.js';
export {
  explainRequest,
  findProbe,
  isBrowser,
  isProbedPath,
  isRefused,
  judgeRequest,
} from './requests/judge-request.js';
export { BOT_REGISTRY, HUMAN_BOT_ID, REGISTRY_VERSION } from './registry/bot-registry.js';
export { registeredBot } from './registry/registered-by-id.js';
export type { RegisteredBot } from './registry/registered-bot.js';
export { slugOf } from './registry/long-tail/tail-row.js';
export { providerOfSource, referralSourceOf, sourcesOfProvider } from './referral-source.js';
