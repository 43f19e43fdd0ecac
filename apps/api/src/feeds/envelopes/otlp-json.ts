import type { CarriedRecord, Envelope } from './envelope.js';
import { JsonPlaces, type Placed } from './json-places.js';
import { isObject, parseValue } from './json-text.js';
import { LONGEST_VALUE } from './json-values.js';

const RESOURCES = 'resourceLogs';
const RESOURCE_LOGS = 'resourceLogs[]';
const RESOURCE = 'resourceLogs[].resource';
const RECORDS = 'resourceLogs[].scopeLogs[].logRecords[]';

/**
 * The log records of requests in OTLP/JSON, each with its resource. A resource that comes after its
 * records is not given to them: to wait for it would mean to hold all of them, and every known
 * exporter writes it first. Unknown fields are passed over, as OTLP asks.
 *
 * An object that has other fields but no `resourceLogs` is no request for logs. It is given as one
 * record, so that its sender learns that nothing was read.
 */
export function otlpJson(longest = LONGEST_VALUE): Envelope {
  const places = new JsonPlaces([RESOURCE, RECORDS], longest);
  let resource: unknown;
  let hasLogs = false;

  const recordOf = (text: string): CarriedRecord => {
    const value = parseValue(text);
    if (value === undefined) return { text };
    return { text, value: isObject(value) ? Object.assign(value, { resource }) : value };
  };

  const take = (placed: Placed): CarriedRecord | undefined => {
    if ('broken' in placed) return placed;
    const { place } = placed;
    hasLogs ||= place === RESOURCES;
    if ('ends' in placed) {
      if (place === RESOURCE_LOGS) resource = undefined;
      if (place !== '') return undefined;
      const isForeign = !hasLogs && !placed.isEmpty;
      hasLogs = false;
      return isForeign ? { text: '{}', value: {} } : undefined;
    }
    if ('tooLong' in placed) return place === RESOURCE ? undefined : { tooLong: true };
    if (place === RECORDS) return recordOf(placed.text);
    if (place === RESOURCE) resource = parseValue(placed.text);
    // A list may be null. Something else in its place is no list, and counts as a record.
    else if (placed.text !== 'null') return recordOf(placed.text);
    return undefined;
  };

  const recordsOf = (found: Placed[]) => found.map(take).filter((record) => record !== undefined);
  return {
    push: (chunk) => recordsOf(places.push(chunk)),
    end: () => recordsOf(places.end()),
  };
}
