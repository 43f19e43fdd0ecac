export { systemClock } from './clock.js';
export type { Clock } from './clock.js';
export { generateKey, hashKey, isWellFormedKey } from './key-format.js';
export { KeyRing } from './key-ring.js';
export type { KeyHolder, KeyVerdict } from './key-ring.js';
export { newPublicId } from './public-ids.js';
export { RateLimits } from './rate-limits.js';
export type { RateLimitState } from './rate-limits.js';
export { WrongKeyLimit } from './wrong-key-limit.js';
