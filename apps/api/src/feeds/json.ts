import { createReader } from '@app/log-formats';
import { jsonValues } from './envelopes/json-values.js';
import { feed } from './feed.js';

export const json = feed({
  name: 'json',
  sender: 'Vector, Fluent Bit, Logstash and other shippers',
  sends: 'JSON objects in an array, one on each line, or one after the other',
  notes:
    'Fields are known by the names that shippers and servers give them. A line of an access log may stand in `message` or `log`.',
  example: {
    contentType: 'application/json',
    body: '[{"@timestamp":"2026-11-20T12:00:00Z","http":{"request":{"method":"GET"},"response":{"status_code":200}},"url":{"domain":"example.com","path":"/pricing"},"source":{"ip":"192.0.2.17"},"user_agent":{"original":"GPTBot/1.2"}}]',
  },
  envelope: () => jsonValues(),
  reader: (options) => createReader('json-fields', options),
});
