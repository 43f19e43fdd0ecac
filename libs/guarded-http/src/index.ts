/**
 * Requests to addresses that somebody else chose: which of them may be asked, and connections that
 * go to nothing but the addresses that were looked at.
 */
export { fetchRulesOf, judgeFetchUrl } from './fetch-rules.js';
export { findAddresses } from './find-addresses.js';
export type { AddressRules, FoundAddresses, Resolve } from './find-addresses.js';
export { get, GET_FAULTS, getPieces, LEAST_PACE } from './get.js';
export type { Answered, GetFault, GetOrder, GetRules, Got } from './get.js';
export { judgeTarget } from './judge-target.js';
export type { JudgedTarget } from './judge-target.js';
export { post } from './post.js';
export type { Letter, Posted } from './post.js';
export { wholeBody } from './read-body.js';
export type { ReadPieces } from './read-body.js';
export { resolverFor } from './resolvers.js';
export { readTarget } from './target.js';
export type { TargetFault, TargetRules } from './target.js';
