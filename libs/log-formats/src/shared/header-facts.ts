import { REQUEST_HEADERS } from '@app/contracts';
import type { RequestFacts } from '../make-entry.js';
import { firstText, isObject, listText } from '../text/json-object.js';

export type HeaderFact = keyof typeof REQUEST_HEADERS;

/** The facts that are request headers, in the order of the table. */
export const HEADER_FACTS = Object.keys(REQUEST_HEADERS) as HeaderFact[];

/** Returns for each fact what `make` makes of its header, which is given in lower case. */
export function byHeader<T>(make: (header: string) => T): Record<HeaderFact, T> {
  return Object.fromEntries(
    HEADER_FACTS.map((fact) => [fact, make(REQUEST_HEADERS[fact])]),
  ) as Record<HeaderFact, T>;
}

/**
 * Adds the request headers to the facts of a request. `valueOf` returns undefined for a header that
 * the log does not have, and an empty text for one that the visitor did not send.
 */
export function withHeaders(
  facts: RequestFacts,
  valueOf: (fact: HeaderFact) => string | undefined,
): RequestFacts {
  for (const fact of HEADER_FACTS) {
    const value = valueOf(fact);
    if (value !== undefined) facts[fact] = value;
  }
  return facts;
}

/**
 * Returns a header of an object that holds all headers of a request, so that one which is missing
 * was not sent. `name` has the letter case of the object.
 */
export function headerOfAll(headers: unknown, name: string): string | undefined {
  return isObject(headers) ? firstText(headers[name]) : undefined;
}

/** Returns `X-Forwarded-For` of an object that holds headers; empty when it is not there. */
export function forwardedOf(headers: unknown, name = 'x-forwarded-for'): string {
  return isObject(headers) ? listText(headers[name]) : '';
}

/** Returns a header of an object that holds chosen headers only: one may be missing that was sent. */
export function headerOfChosen(headers: unknown, name: string): string | undefined {
  const value = isObject(headers) ? headers[name] : undefined;
  return value === undefined ? undefined : firstText(value);
}

/** Returns a header as Go and most servers write it: `Sec-Fetch-Mode`. */
export function canonicalHeader(header: string): string {
  return header.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * Returns the names that a header may have in a JSON object: our own, nginx's variable, the
 * attribute of OpenTelemetry (new and old) and Traefik's.
 */
export function headerFields(header: string): string[] {
  const underscored = header.replaceAll('-', '_');
  return [
    underscored,
    `http_${underscored}`,
    `http.request.header.${header}`,
    `http.request.header.${underscored}`,
    traefikHeader(header),
  ];
}

export function traefikHeader(header: string): string {
  return `request_${canonicalHeader(header)}`;
}

/**
 * Returns the names that the column of a header may have in an extended log, in lower case. The
 * last one is that of a custom field of IIS, which people name after the header.
 */
export function headerColumns(header: string): string[] {
  return [`cs(${header})`, `cs-${header}`, header];
}
