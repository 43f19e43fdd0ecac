/** A token of RFC 9110, at most 32 characters. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;

export const OTHER_METHOD = 'OTHER';

export function sanitiseMethod(method: string): string {
  return TOKEN.test(method) ? method.toUpperCase() : OTHER_METHOD;
}
