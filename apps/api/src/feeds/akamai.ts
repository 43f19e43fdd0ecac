import { createReader } from '@app/log-formats';
import { jsonValues } from './envelopes/json-values.js';
import { feed } from './feed.js';

export const akamai = feed({
  name: 'akamai',
  sender: 'Akamai DataStream 2',
  sends: 'records of DataStream 2, one JSON object on each line',
  example: {
    contentType: 'application/json',
    body: '{"version":1,"reqId":"1239f220","reqTimeSec":"1795176000.145","cliIP":"192.0.2.17","statusCode":"200","reqHost":"example.com","reqMethod":"GET","reqPath":"pricing","UA":"GPTBot/1.2","referer":"-"}\n',
  },
  envelope: () => jsonValues(),
  reader: (options) => createReader('akamai', options),
});
