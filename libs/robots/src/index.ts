/**
 * What a robots.txt says to a bot about a path, as RFC 9309 says, and whether bots kept to it. It
 * does no input or output: who asks about bots lends what reads their visits.
 */
export { readObedience } from './obedience.js';
export type { Obedience, ObedienceQuestion } from './obedience.js';
export type { Disobedience, TextOfDays } from './obedience-to-text.js';
export { rulesAgainst } from './rules-against.js';
export { textsOfDays } from './texts-of-days.js';
export { productTokens } from './product-tokens.js';
export { readRobots } from './robots-text.js';
export type { Group, RobotsText, Rule } from './robots-text.js';
export type { Addressed, Extent } from './rules-for.js';
export { rulesFor } from './rules-for.js';
export type { VisitsOfBots } from './visits-of-bots.js';
export { ROBOTS_PATH, RulesOfBot } from './rules-of-bot.js';
export type { Judgement, RobotsVerdict } from './rules-of-bot.js';
