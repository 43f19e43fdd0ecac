import { NO_CONTENT, NO_CONTENT_EXTENSIONS } from '@app/contracts';

/** Extensions of which the pattern must decide. */
const UNDECIDED = ['txt', 'xml', 'json', 'gz'];

const texts = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

/**
 * Returns the condition that a path is content, as `NO_CONTENT` says. To ask a pattern of each of
 * 100,000 paths takes far longer than all else, so most are decided by their last characters.
 *
 * @param path a column
 */
export function isContent(path: string): string {
  const extension = `lower(substring(${path} FROM '\\.([0-9A-Za-z]{1,12})$'))`;
  const end = (length: number) => `lower(right(rtrim(${path}, '/'), ${length}))`;
  return `CASE
  WHEN (starts_with(${path}, '/.') OR starts_with(${path}, '/c') OR starts_with(${path}, '/C'))
    AND (lower(left(${path}, 9)) = '/cdn-cgi/' OR lower(left(${path}, 13)) = '/.well-known/') THEN false
  WHEN strpos(right(${path}, 13), '.') = 0 THEN ${end(5)} NOT IN ('/feed', '/atom') AND ${end(4)} <> '/rss'
  WHEN ${extension} IN (${texts(UNDECIDED)}) THEN ${path} !~* '${NO_CONTENT}'
  ELSE ${extension} IN (${texts(NO_CONTENT_EXTENSIONS)}) IS NOT TRUE
END`;
}
