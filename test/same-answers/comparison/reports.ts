// The answers of two builds to a request over HTTP.
import { createHash } from 'node:crypto';
import type { TextAnswer } from '../../support/http.js';
import type { RunningBuild } from '../builds/running-build.js';
import type { ReadRequest } from '../requests/requests.js';
import { type PagedAnswer, textOf, valueOf } from './answer.js';
import { type Difference, differencesOf } from './differences.js';

/** What the comparison of two answers found. */
export interface Compared {
  differences: Difference[];
  /** Whether BEFORE refused the request. */
  refused: boolean;
  /** How many pages each answer has. */
  pages: number;
  /** A hash of the answer of BEFORE. */
  hash: string;
}

/** A list is read to its end, but one with many small pages only so far. */
const MOST_PAGES = 12;
const HOUR_MS = 3_600_000;
/** The cursor is at the end of an answer, in fewer characters than these. */
const LONGEST_CURSOR = 8_000;

/**
 * Sends a request to both builds at the same time and compares the answers. When the hour changed
 * meanwhile it is sent again: named periods and days are those of the moment.
 */
export async function compareReport(
  before: RunningBuild,
  after: RunningBuild,
  request: ReadRequest,
): Promise<Compared> {
  for (;;) {
    const hour = currentHour();
    const [one, other] = await Promise.all([read(before, request), read(after, request)]);
    const text = textOf(one, before.names);
    const differences =
      text === textOf(other, after.names)
        ? []
        : differencesOf(
            valueOf(one, request.route, before.names),
            valueOf(other, request.route, after.names),
          );
    if (differences.length > 0 && currentHour() !== hour) continue;
    return {
      differences,
      refused: one.pages[0]?.status !== 200,
      pages: one.pages.length,
      hash: createHash('sha256').update(text).digest('base64'),
    };
  }
}

const currentHour = () => Math.floor(Date.now() / HOUR_MS);

/** Reads an answer, with all its pages when the request says how long one may be. */
async function read(build: RunningBuild, request: ReadRequest): Promise<PagedAnswer> {
  const { path, query, resource, caller } = request;
  const id = resource === undefined ? '' : (build.account.ids.get(resource) ?? '');
  const addressOf = (cursor: Record<string, string>) =>
    `${path.replace('{id}', id)}?${new URLSearchParams({ ...query, ...cursor }).toString()}`;
  const pages = [await build.get(addressOf({}), caller)];
  let next = nextOf(pages[0]);
  const most = 'limit' in query ? MOST_PAGES : 1;
  while (next !== undefined && pages.length < most) {
    pages.push(await build.get(addressOf({ cursor: next }), caller));
    next = nextOf(pages.at(-1));
  }
  return { pages, isCut: next !== undefined };
}

/** Returns the cursor of the next page: CSV and NDJSON have it in the header `Link`. */
function nextOf(page?: TextAnswer): string | undefined {
  const address = /<([^>]+)>; rel="next"/.exec(page?.headers.get('link') ?? '')?.[1];
  if (address) return new URL(address, 'http://any').searchParams.get('cursor') ?? undefined;
  return /"next_cursor":"([\w-]+)"/.exec(page?.text.slice(-LONGEST_CURSOR) ?? '')?.[1];
}
