const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the two digits of a month by its English name of three letters; undefined for another text. */
export function monthOf(name = ''): string | undefined {
  const month = MONTHS.indexOf(name) + 1;
  return month === 0 ? undefined : String(month).padStart(2, '0');
}
