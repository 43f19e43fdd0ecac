/**
 * All texts of the page, by the part of it that shows them, in the language of the page. There is
 * English so far.
 */
export * as texts from './en.js';
