import { createReader } from '@app/log-formats';
import { jsonValues } from './envelopes/json-values.js';
import { feed } from './feed.js';

export const cloudflare = feed({
  name: 'cloudflare',
  sender: 'Cloudflare Logpush',
  sends: 'records of the data set `http_requests`, one JSON object on each line',
  notes: 'Requests that a Worker makes are skipped, because they are logged like visits.',
  example: {
    contentType: 'application/x-ndjson',
    body: '{"EdgeStartTimestamp":"2026-11-20T12:00:00Z","ClientRequestMethod":"GET","ClientRequestHost":"example.com","ClientRequestURI":"/pricing","EdgeResponseStatus":200,"ClientIP":"192.0.2.17","ClientRequestUserAgent":"GPTBot/1.2","RayID":"8f1c9a0b7d3e2f10"}\n',
  },
  envelope: () => jsonValues(),
  reader: (options) => createReader('cloudflare', options),
});
