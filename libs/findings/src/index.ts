/**
 * What is worth a look on a website, decided from counts that are there already: pages that fail for
 * AI bots, a bot that stopped coming, spoofed claims, a large group of automation, a silent feed, old
 * lists.
 *
 * This library is pure. Every decision has a least number, so that small websites are quiet, and
 * gives the figures that led to it.
 */
export { findingsOf, FINDING_KINDS, FINDING_WEEKS, MOST_FINDINGS_OF_A_KIND } from './findings.js';
export type { Facts, Finding, FindingKind } from './findings.js';
export { feedStateOf } from './feed-state.js';
export type { FeedState, FeedTotals } from './feed-state.js';
export { automationGroups } from './automation-groups.js';
export type { GroupFacts } from './automation-groups.js';
export { failingPages, LEAST_ERRORS } from './failing-pages.js';
export type { PageFacts } from './failing-pages.js';
export { inWords } from './in-words.js';
export { median } from './median.js';
export { listsBehind, oldestOf } from './old-lists.js';
export type { ListsFacts } from './old-lists.js';
export { silenceOf } from './silent-feeds.js';
export type { FeedFacts } from './silent-feeds.js';
export { spoofedBots } from './spoofed-bots.js';
export { stoppedBots } from './stopped-bots.js';
export type { BotFacts, DayOfBot } from './bot-facts.js';
