import { createReader } from '@app/log-formats';
import { jsonValues } from './envelopes/json-values.js';
import { feed } from './feed.js';

export const fastly = feed({
  name: 'fastly',
  sender: 'Fastly',
  sends: 'JSON objects in an array or one on each line, in the log format of the documentation',
  notes:
    'Formats of Fastly itself, of TollBit and of Logz.io are read as well. The copy of a visit that a shield logs is skipped, if the format has `fastly_is_edge`.',
  example: {
    contentType: 'application/json',
    body: '[{"timestamp":1795176000000,"method":"GET","host":"example.com","path":"/pricing","status_code":200,"ip":"192.0.2.17","user_agent":"GPTBot/1.2","referer":"","id":"3712948291","fastly_is_edge":true}]',
  },
  envelope: () => jsonValues(),
  reader: (options) => createReader('fastly', options),
});
