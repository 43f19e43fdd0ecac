import { InvalidArgumentError } from 'commander';

const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;

/** A future moment as ISO 8601: a date is its midnight, a time without offset is UTC. */
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

/** `Date` takes February 30th for March 2nd. */
function isRealDate(date: string): boolean {
  const midnight = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(date);
}
