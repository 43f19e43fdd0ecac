import { createReader } from '@app/log-formats';
import { lines } from './envelopes/lines.js';
import { feed } from './feed.js';

export const bunny = feed({
  name: 'bunny',
  sender: 'bunny.net',
  sends: 'lines of the access log of bunny.net',
  notes: 'A syslog header in front of a line is passed over.',
  example: {
    contentType: 'text/plain',
    body: 'HIT|200|1795176000000|412|390|192.0.2.17|-|https://example.com/pricing|DE|GPTBot/1.2|322b688bd63fb63f2babe9de30a5d262|DE\n',
  },
  envelope: () => lines(),
  reader: (options) => createReader('bunny', options),
});
