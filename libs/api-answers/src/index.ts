/**
 * What an answer of the API means for the program that asked: it is final, or the same request may
 * be sent again after a wait, or it names the entries that are wrong.
 *
 * This library is pure, and knows neither who sent the request nor how.
 */
export { judgeAnswer, waitBeforeRetry } from './judge-answer.js';
export type { Answer, AnswerVerdict } from './judge-answer.js';
export { placesOf, retentionOf } from './refusal.js';
export type { Place, Refusal } from './refusal.js';
