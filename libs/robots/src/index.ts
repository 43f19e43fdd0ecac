/**
 * What a robots.txt says to a bot about a path, as RFC 9309 says. It is pure.
 */
export { MOST_ROBOTS_BYTES, readRobots } from './robots-text.js';
export type { Group, RobotsText, Rule } from './robots-text.js';
export { RulesOfBot } from './rules-of-bot.js';
export type { Judgement, RobotsVerdict } from './rules-of-bot.js';
