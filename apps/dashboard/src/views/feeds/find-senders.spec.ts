import { findSenders } from './find-senders.js';

const SENDERS = [
  { sender: 'syslog-ng', title: 'syslog-ng', feed: 'lines', names: ['Apache', 'HAProxy'] },
  { sender: 'cloudflare', title: 'Cloudflare Logpush', feed: 'cloudflare', names: [] },
  { sender: 'pubsub', title: 'Google Cloud', feed: 'pubsub', names: ['GCP load balancer'] },
];

it.each([
  ['', ['cloudflare', 'pubsub', 'syslog-ng']],
  ['  apache ', ['syslog-ng']],
  ['cloud', ['cloudflare', 'pubsub']],
  ['gcp balancer', ['pubsub']],
  ['SYSLOG-NG', ['syslog-ng']],
  ['lines', ['syslog-ng']],
  ['loud', []],
])('finds for %j by any of their names %j', (text, found) => {
  expect(findSenders(SENDERS, text).map(({ sender }) => sender)).toEqual(found);
});
