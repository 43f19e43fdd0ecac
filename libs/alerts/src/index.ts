/**
 * Decides what an account is told about its websites: what begins, what is still so, and what is
 * over. A file for each kind of alert.
 *
 * This library is pure: facts, memory and time are given to it. `decide` says what is to be written.
 */
export { alertDocument, changedRule, MOST_ALERTS, ruleOf } from './alert-document.js';
export type { StoredAlert } from './alert-document.js';
export { alertInWords } from './alert-words.js';
export { decide, MOST_OPEN_EVENTS } from './decide.js';
export type { Decision, Memory, NewEvent, OpenEvent } from './decide.js';
export { eventDocument } from './event-document.js';
export type { StoredEvent } from './event-document.js';
export { eventInWords } from './event-words.js';
export type { ToldEvent } from './event-words.js';
export { automationSpan, NO_FACTS, RECENT_HOURS } from './facts.js';
export type {
  AutomationFacts,
  AutomationGroup,
  Counts,
  CoverageFacts,
  DayOfDisobedience,
  DisobedienceOfBot,
  Facts,
  FeedFacts,
  FirstVisit,
  GroupsOfDays,
  HourOfBot,
  HourOfStatus,
  PageFacts,
  Series,
} from './facts.js';
export { DAY_MS, HOUR_MS, hourOf, MINUTE_MS } from './hours.js';
export type { Hours } from './hours.js';
export { isAsked } from './rule.js';
export type { OfBots, Rule, RuleOf } from './rule.js';
export type { State } from './signal.js';
export { PAST_MS, usualOf } from './usual.js';
export type { Usual } from './usual.js';
