import { createReader } from '@app/log-formats';
import { pubsubMessages } from './envelopes/pubsub.js';
import { feed } from './feed.js';

const ENTRY = {
  httpRequest: {
    requestMethod: 'GET',
    requestUrl: 'https://example.com/pricing',
    status: 200,
    remoteIp: '192.0.2.17',
    userAgent: 'GPTBot/1.2',
  },
  insertId: 'h91ql8g1lpdqh2',
  logName: 'projects/shop/logs/requests',
  timestamp: '2026-11-20T12:00:00Z',
};

export const pubsub = feed({
  name: 'pubsub',
  sender: 'Google Cloud load balancers, by Pub/Sub',
  sends: 'push requests of Pub/Sub, `{"message":{"data":…}}`, each with one log entry',
  notes:
    'Log entries that are no requests of visitors are skipped, so that Pub/Sub does not send them again.',
  example: {
    contentType: 'application/json',
    body: JSON.stringify({
      message: {
        data: Buffer.from(JSON.stringify(ENTRY)).toString('base64'),
        messageId: '5187581549398349',
        publishTime: '2026-11-20T12:00:01Z',
      },
      subscription: 'projects/shop/subscriptions/botgauge',
    }),
  },
  envelope: pubsubMessages,
  reader: (options) => createReader('google-lb', options),
});
