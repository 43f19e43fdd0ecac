export { fillIn, type Guide, KEY_PLACE, readGuides } from './guides.js';
export { partsOf } from './parts.js';
export { remarksOn } from './remarks.js';
