export { fillIn } from './fill-in.js';
export { type Guide, KEY_PLACE, needsKey, TRACKING_PLACE, WEBSITE_PLACE } from './guide.js';
export { guidesAlsoFor, readGuides } from './guides.js';
export { partsOf } from './parts.js';
export { remarksOn } from './remarks.js';
export { SENDERS_HEAD, sendersTable } from './senders-table.js';
