import { decodePercent } from '../text/escapes.js';
import { byHeader, type HeaderFact } from './header-facts.js';

/** CloudFront cuts these columns after so many bytes. */
const LONGEST = 800;
/** Matches the encoded line break that ends each header. */
const LAST_LINE_BREAK = /%0a$/i;

/** Patterns of decoded columns, in which each header is a line. */
const IN_HEADERS = byHeader((header) => new RegExp(`^${header}:(.*)\\n`, 'im'));
const IN_NAMES = byHeader((header) => new RegExp(`^${header}\\n`, 'im'));

/**
 * Returns what finds request headers in two columns of CloudFront: `cs-headers` has lines of
 * `name:value`, `cs-header-names` has lines of names, both percent-encoded. Both are cut after 800
 * bytes, so a header counts only if a line break follows, and only a column that is not cut tells
 * that the visitor did not send one.
 *
 * Source: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/real-time-logs.html
 */
export function findInHeaderColumns(
  headers: string | undefined,
  names: string | undefined,
): (fact: HeaderFact) => string | undefined {
  if (headers === undefined && names === undefined) return NOTHING;
  const hasAll = isWhole(headers);
  const lines = decodePercent(headers ?? '');
  const nameLines = isWhole(names) ? decodePercent(names) : undefined;
  return (fact) => {
    const value = IN_HEADERS[fact].exec(lines)?.[1];
    if (value !== undefined) return value;
    const unsent = hasAll || (nameLines !== undefined && !IN_NAMES[fact].test(nameLines));
    return unsent ? '' : undefined;
  };
}

const NOTHING = (): undefined => undefined;

function isWhole(column: string | undefined): column is string {
  return column !== undefined && column.length < LONGEST && LAST_LINE_BREAK.test(column);
}
