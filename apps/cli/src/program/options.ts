import { canonicalAddress, canonicalDomain, canonicalHost } from '@app/contracts';
import { columnNames } from '@app/log-formats';
import { InvalidArgumentError } from 'commander';
import { BOTGAUGE } from './called-as.js';

// Parsers for the values of options. Each throws commander's error, which names the option.

/** The largest number that the database's columns can hold. */
const LARGEST_COUNT = 2 ** 31 - 1;
const LONGEST_NAME = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

export function parseCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= LARGEST_COUNT) return count;
  throw new InvalidArgumentError(`It must be an integer from 1 to ${LARGEST_COUNT}.`);
}

/** Reads the status of an answer, as log entries have it. */
export function parseStatus(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be an integer from 0 to 999, like 404.');
}

/** Returns the canonical form of an IPv4 or IPv6 address. */
export function parseAddress(text: string): string {
  const address = canonicalAddress(text);
  if (address !== null) return address;
  throw new InvalidArgumentError('It must be an address like 66.249.66.1 or 2001:4860:4801::1.');
}

/**
 * Returns the canonical domain that an option names. Entries count for the website with the domain
 * of their `host`.
 */
export function parseDomain(text: string): string {
  const domain = canonicalDomain(text);
  if (domain !== '') return domain;
  throw new InvalidArgumentError(
    'It is not a domain name: give one like shop.example, without https:// and path.',
  );
}

/** Returns the canonical form of a host, which may also be an address. */
export function parseHost(text: string): string {
  const host = canonicalHost(text);
  if (host !== '') return host;
  throw new InvalidArgumentError(
    'It is not a host: give one like www.shop.example, without https:// and path.',
  );
}

/** Returns a country as logs have it, two upper-case letters. */
export function parseCountry(text: string): string {
  if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError('It must be two letters of ISO 3166-1, like DE.');
}

export function parseName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError(
    `It must be a text of 1 to ${LONGEST_NAME} characters without control characters.`,
  );
}

/** Reads a list of names with commas or spaces between them. */
export function parseNames(text: string): string[] {
  const names = columnNames(text);
  if (names.length > 0) return names;
  throw new InvalidArgumentError('It must be a list of names, like timestamp,c-ip,cs-uri-stem.');
}

export function parseUuid(text: string): string {
  if (UUID.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError(`It must be a UUID, as \`${BOTGAUGE} dead list\` shows it.`);
}

/** Reads a calendar day. */
export function parseDay(text: string): string {
  if (ISO_DATE.test(text) && isRealDate(text)) return text;
  throw new InvalidArgumentError('It must be a day like 2026-01-31.');
}

/**
 * Reads a future moment in ISO 8601. A date means its midnight, and a time without an offset is
 * UTC.
 */
export function parseFutureTime(text: string): Date {
  const time = parseIsoTime(text);
  if (!time) {
    throw new InvalidArgumentError(
      'It must be a date or time in ISO 8601, like 2027-01-31 or 2027-01-31T12:00:00Z.',
    );
  }
  if (time.getTime() <= Date.now()) throw new InvalidArgumentError('It must be in the future.');
  return time;
}

function parseIsoTime(text: string): Date | undefined {
  const [, date, clock = '00:00', zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  if (!date || !isRealDate(date)) return undefined;
  const time = new Date(`${date}T${clock}${zone}`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** `Date` reads February 30th as March 2nd. */
function isRealDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
