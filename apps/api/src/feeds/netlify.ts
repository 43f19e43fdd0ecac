import { createReader } from '@app/log-formats';
import { jsonValues } from './envelopes/json-values.js';
import { feed } from './feed.js';

export const netlify = feed({
  name: 'netlify',
  sender: 'Netlify',
  sends: 'records of a log drain, as a JSON array or one JSON object on each line',
  notes:
    'Traffic logs are visits. Logs of functions, edge functions and deploys are skipped, because a function that answers a visit is logged beside it.',
  example: {
    contentType: 'application/x-ndjson',
    body: '{"timestamp":"2026-11-20T12:00:00Z","log_type":"traffic","method":"GET","status_code":200,"client_ip":"192.0.2.17","request_id":"01JCZK0V5Q","url":"https://example.com/pricing","user_agent":"GPTBot/1.2","referrer":""}\n',
  },
  envelope: () => jsonValues(),
  reader: (options) => createReader('netlify', options),
});
