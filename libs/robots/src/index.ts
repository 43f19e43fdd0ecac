/**
 * What a robots.txt says to a bot about a path, as RFC 9309 says, and whether bots kept to it. It
 * does no input or output: who asks about bots lends what reads their visits.
 */
export { readObedience } from './obedience.js';
export type { Obedience, ObedienceQuestion, ReachedLimit } from './obedience.js';
export type { Bound } from './budget.js';
export { Slices } from './slices.js';
export { runAtOnce } from './work.js';
export type { RunAndTell, Work } from './work.js';
export type { Disobedience } from './obedience-to-text.js';
export { rulesAgainst } from './rules-against.js';
export { textsOfDays } from './texts-of-days.js';
export type { TextOfDays } from './texts-of-days.js';
export { productTokens } from './product-tokens.js';
export { LONGEST_LINE, MOST_RULES, readingRobots, readRobots } from './robots-text.js';
export type { Group, LeftOut, RobotsText, Rule } from './robots-text.js';
export type { Addressed, Extent } from './rules-for.js';
export { rulesFor } from './rules-for.js';
export type { VisitsOfBots } from './visits-of-bots.js';
