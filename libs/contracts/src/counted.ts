/** Returns a number with its thousands apart: `6,020`. */
export const inDigits = (number: number): string => number.toLocaleString('en-US');

/** Returns a number with what is counted: `1 visit`, `6,020 visits`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${inDigits(number)} ${number === 1 ? one : many}`;
