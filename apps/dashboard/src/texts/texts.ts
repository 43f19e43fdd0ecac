import { EN } from './en.js';

/** All texts of the page, by the part of it that shows them. Each language has them all. */
export type Texts = typeof EN;

/** The texts in the language of the page. There is English so far. */
export const texts: Texts = EN;
