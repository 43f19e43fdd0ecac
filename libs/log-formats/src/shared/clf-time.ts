const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const CLF_TIME =
  /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2})(?:\.(\d{1,9}))?(?: ([+-]\d{4}))?$/;
const LONGEST = 40;

/**
 * Returns `17/May/2015:10:05:03 +0000` as ISO 8601, or undefined when the text does not have this
 * form.
 */
export function isoOfClfTime(text: string): string | undefined {
  const match = text.length <= LONGEST ? CLF_TIME.exec(text) : null;
  if (!match) return undefined;
  const [, day, name = '', year, clock, fraction, zone = 'Z'] = match;
  const month = MONTHS.indexOf(name) + 1;
  if (month === 0) return undefined;
  const milliseconds = fraction === undefined ? '' : `.${fraction}`;
  return `${year}-${String(month).padStart(2, '0')}-${day}T${clock}${milliseconds}${zone}`;
}
