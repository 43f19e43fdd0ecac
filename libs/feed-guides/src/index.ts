export { fillIn, type Guide, KEY_PLACE, readGuides } from './guides.js';
export { factsOf, type SenderFacts } from './senders.js';
export { partsOf } from './parts.js';
export { remarksOn } from './remarks.js';
