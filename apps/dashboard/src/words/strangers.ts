/** Characters that nobody sees and that turn the text around them the other way. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns a stranger's text as it can be shown: what would turn it around is written as `\u202e`,
 * so that no path looks like another one.
 */
export const asShown = (text: string): string =>
  text.replace(TURNING, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
