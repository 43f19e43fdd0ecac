import type { CarriedRecord, Envelope } from './envelope.js';
import { isObject, parseValue } from './json-text.js';
import { jsonValues } from './json-values.js';

/**
 * The body of a push request of Google Pub/Sub: `{"message":{"data":"…"},"subscription":"…"}` with
 * one log entry in base64. A subscription may be told to send the entry without that.
 *
 * What differs between two tries of a message is not part of the record, so that both are the same.
 *
 * Source: https://cloud.google.com/pubsub/docs/push#receive_push
 */
export function pubsubMessages(): Envelope {
  const values = jsonValues();
  return {
    push: (chunk) => recordsOf(values.push(chunk)),
    end: () => recordsOf(values.end()),
  };
}

function recordsOf(carried: Iterable<CarriedRecord>): CarriedRecord[] {
  return Array.from(carried, (record) => {
    const data = 'value' in record ? dataOf(record.value) : undefined;
    if (data === undefined) return record;
    const text = Buffer.from(data, 'base64').toString('utf8');
    const value = parseValue(text);
    return value === undefined ? { text } : { text, value };
  });
}

function dataOf(value: unknown): string | undefined {
  const message = isObject(value) ? value['message'] : undefined;
  const data = isObject(message) ? message['data'] : undefined;
  return typeof data === 'string' ? data : undefined;
}
