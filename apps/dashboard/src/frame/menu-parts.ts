/** What is in the menus of the header. It is loaded when one of them is opened. */
export { BrowserChoices, WayOut } from './browser-choices.js';
export { KeyList } from './key-list.js';
export { PeriodChoices } from './period-choices.js';
