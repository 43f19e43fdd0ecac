const ZERO = 0x30;
const NINE = 0x39;

/** Tells whether a code of a character is one of a digit. */
export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
