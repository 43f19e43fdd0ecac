import type { CarriedRecord, Envelope } from './envelope.js';
import { LONGEST_VALUE } from './json-values.js';
import { decode, messagesIn, readLogRecord, readResource } from './otlp-message.js';

/** Numbers of fields: https://github.com/open-telemetry/opentelemetry-proto */
const RESOURCE_LOGS = 1;
const RESOURCE = 1;
const SCOPE_LOGS = 2;
const LOG_RECORDS = 2;

/**
 * The log records of a request in protobuf, each in the form of OTLP/JSON with its resource. The
 * body is held as a whole, because a message says only at its start how long it is. The records are
 * made one by one while they are taken.
 *
 * A message that has other fields but no logs is given as one broken record, so that its sender
 * learns that nothing was read.
 */
export function otlpProtobuf(longest = LONGEST_VALUE): Envelope {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    push: (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
      return [];
    },
    end: function* () {
      const body = Buffer.concat(chunks, size);
      chunks = [];
      yield* recordsOf(body, longest);
    },
  };
}

function* recordsOf(body: Buffer, longest: number): Generator<CarriedRecord, void> {
  let hasLogs = false;
  for (const resourceLogs of messagesIn(body, RESOURCE_LOGS)) {
    hasLogs = true;
    if (resourceLogs) yield* recordsWithResource(resourceLogs, longest);
    else yield { broken: true };
  }
  if (!hasLogs && body.length > 0) yield { broken: true };
}

function* recordsWithResource(
  resourceLogs: Uint8Array,
  longest: number,
): Generator<CarriedRecord, void> {
  let resource: unknown;
  for (const bytes of messagesIn(resourceLogs, RESOURCE))
    if (bytes && bytes.length <= longest) resource = decode(bytes, readResource);
  for (const scopeLogs of messagesIn(resourceLogs, SCOPE_LOGS)) {
    if (!scopeLogs) yield { broken: true };
    else
      for (const bytes of messagesIn(scopeLogs, LOG_RECORDS))
        yield recordOf(bytes, resource, longest);
  }
}

function recordOf(
  bytes: Uint8Array | undefined,
  resource: unknown,
  longest: number,
): CarriedRecord {
  if (bytes && bytes.length > longest) return { tooLong: true };
  const record = bytes && decode(bytes, readLogRecord);
  if (!record) return { broken: true };
  return { text: JSON.stringify(record), value: Object.assign(record, { resource }) };
}
