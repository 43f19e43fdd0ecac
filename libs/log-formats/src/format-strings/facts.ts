import { REQUEST_HEADERS } from '@app/contracts';
import { FIELD_NAMES } from '../shared/field-names.js';
import { HEADER_FACTS } from '../shared/header-facts.js';
import type { Directive, Form, FormatFact } from './pieces.js';

/** What a directive tells, and how its value is found. */
export type Meaning = Pick<Directive, 'form' | 'fact' | 'rank' | 'begins'>;

/** A value that tells nothing of a visit. */
export const PASSED_OVER: Meaning = { form: 'text' };

/** Headers of requests by their names in lower case. */
const OF_HEADER = new Map<string, Meaning>([
  ['host', { form: 'word', fact: 'host', rank: 0 }],
  ['user-agent', { form: 'text', fact: 'userAgent' }],
  ['referer', { form: 'text', fact: 'referer' }],
  ['x-forwarded-for', { form: 'list', fact: 'forwarded' }],
  ...HEADER_FACTS.map((fact) => [REQUEST_HEADERS[fact], { form: 'text', fact }] as const),
]);

/** Returns what a header of the request tells. Names of headers have no letter case. */
export function meaningOfHeader(name: string): Meaning {
  return OF_HEADER.get(name.toLowerCase()) ?? PASSED_OVER;
}

/** Returns what a header of the answer tells. */
export function meaningOfAnswer(name: string): Meaning {
  return name.toLowerCase() === 'content-type'
    ? { form: 'text', fact: 'contentType' }
    : PASSED_OVER;
}

/** Names that the instructions of modules propose for variables: geoip2 of nginx, maxminddb of Apache. */
const PROPOSED = { country: ['geoip2_country', 'mm_country_code'], asn: ['geoip2_asn', 'mm_asn'] };

/** What is known of a visitor besides the request, under the names that other formats have for it. */
const OF_NAME = new Map<string, Meaning>(
  (['country', 'asn'] as const).flatMap((fact) =>
    [...FIELD_NAMES[fact].map(({ flat }) => flat), ...PROPOSED[fact]].map(
      (name, rank) => [name, { form: 'word', fact, rank }] as const,
    ),
  ),
);

/**
 * Returns what a variable of the server tells that its owner may have named, such as
 * `GEOIP_COUNTRY_CODE`.
 */
export function meaningOfName(name: string): Meaning {
  return OF_NAME.get(underscored(name)) ?? PASSED_OVER;
}

function underscored(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** Returns a table of meanings, written as `[name, form, fact, rank]`. */
export function meanings(
  rows: readonly (readonly [string, Form, FormatFact?, number?])[],
): ReadonlyMap<string, Meaning> {
  return new Map(rows.map(([name, form, fact, rank]) => [name, meaning(form, fact, rank)]));
}

function meaning(form: Form, fact?: FormatFact, rank?: number): Meaning {
  return {
    form,
    ...(fact && { fact }),
    ...(rank !== undefined && { rank }),
    ...(fact === 'path' && { begins: '/' }),
  };
}
