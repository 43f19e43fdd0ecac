// What was compared and what differed, and how it is printed. Pure.
import type { Difference } from './differences.js';
import type { Expectations } from './expected-differences.js';

/** A request to two builds, and how their answers differ. */
export interface ComparedRequest {
  /** The route, tool or command. */
  route: string;
  /** The request in full, so that a reader can repeat it. */
  request: string;
  differences: readonly Difference[];
  /** True when BEFORE refused it. */
  refused?: boolean;
  /** How many pages each answer has; by default 1. */
  pages?: number;
  /** A hash of the answer: requests with the same answer prove less than others. */
  hash?: string;
  /** How long both answers took, in milliseconds. */
  tookMs?: number;
}

interface Counts {
  requests: number;
  pages: number;
  refused: number;
  tookMs: number;
  hashes: Set<string>;
  differing: ComparedRequest[];
}

/** Of a route, so many requests whose answers differ are shown, with so many places each. */
const SHOWN_REQUESTS = 5;
const SHOWN_PLACES = 3;
const LONGEST_VALUE = 160;

export const SUMMARY_COLUMNS = [
  ...['route, tool or command', 'requests', 'pages', 'seconds'],
  ...['distinct answers', 'refused', 'different'],
];

/** Counts requests by route, and keeps those whose answers differ. */
export class Summary {
  private readonly counts = new Map<string, Counts>();

  constructor(private readonly expectations: Expectations) {}

  /** Returns the first request to a route whose answers differ, without what was expected. */
  add({ route, differences, ...compared }: ComparedRequest): ComparedRequest | undefined {
    const { request, refused = false, pages = 1, tookMs = 0, hash } = compared;
    const counts = this.counts.get(route) ?? noCounts();
    this.counts.set(route, counts);
    counts.requests += 1;
    counts.pages += pages;
    counts.refused += Number(refused);
    counts.tookMs += tookMs;
    if (hash !== undefined) counts.hashes.add(hash);
    const unexpected = this.expectations.unexpected(route, differences);
    if (unexpected.length === 0) return undefined;
    const differing = { route, request, differences: unexpected };
    return counts.differing.push(differing) === 1 ? differing : undefined;
  }

  /** Counts requests that were answered differently, and expected differences that did not occur. */
  get failures(): number {
    const missing = this.expectations.found.filter(([, count]) => count === 0);
    return this.sum(({ differing }) => differing.length) + missing.length;
  }

  get pages(): number {
    return this.sum(({ pages }) => pages);
  }

  get requests(): number {
    return this.sum(({ requests }) => requests);
  }

  /** Rows of the table, with `SUMMARY_COLUMNS`. */
  get rows(): (string | number)[][] {
    return [...this.counts].map(([route, { requests, pages, tookMs, hashes, ...counts }]) => [
      ...[route, requests, pages, Math.round(tookMs / 1_000)],
      ...[hashes.size || '–', counts.refused, counts.differing.length],
    ]);
  }

  /** Returns the differences in words, line by line. */
  lines(): string[] {
    return [...this.differenceLines(), ...this.expectationLines()];
  }

  private differenceLines(): string[] {
    return [...this.counts].flatMap(([route, { differing }]) => [
      ...differing.slice(0, SHOWN_REQUESTS).flatMap(linesOf),
      ...(differing.length > SHOWN_REQUESTS
        ? [`DIFFERENT  ${route}: ${differing.length - SHOWN_REQUESTS} more requests`]
        : []),
    ]);
  }

  private expectationLines(): string[] {
    return this.expectations.found.map(([{ routes, paths, source, reason }, count]) => {
      const place = `${routes.source} ${paths.source}: ${reason} (${source})`;
      return count > 0 ? `expected, in ${count} places: ${place}` : `NO LONGER DIFFERENT  ${place}`;
    });
  }

  private sum(of: (counts: Counts) => number): number {
    return [...this.counts.values()].reduce((sum, counts) => sum + of(counts), 0);
  }
}

const noCounts = (): Counts => ({
  ...{ requests: 0, pages: 0, refused: 0, tookMs: 0, hashes: new Set(), differing: [] },
});

/** Returns the request and some of the places that differ, line by line. */
export function linesOf({ request, differences }: ComparedRequest): string[] {
  const places = differences
    .slice(0, SHOWN_PLACES)
    .flatMap(({ path, before, after }) => [
      ...[`    ${path}`, `      before: ${shown(before)}`, `      after:  ${shown(after)}`],
    ]);
  const more = differences.length - SHOWN_PLACES;
  return [
    `DIFFERENT  ${request}`,
    ...places,
    ...(more > 0 ? [`    and in ${more} more places`] : []),
  ];
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
