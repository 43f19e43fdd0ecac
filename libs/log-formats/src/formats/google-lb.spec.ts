import { createReader } from '../formats.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');

/** Returns what is read from an entry of a log with this name. */
function readFrom(log: string) {
  const entry = {
    insertId: '1x2',
    logName: `projects/shop/logs/${log}`,
    timestamp: '2026-11-20T11:59:00.5Z',
    httpRequest: {
      ...{ requestMethod: 'GET', requestUrl: 'https://shop.example/a', status: 200 },
      ...{ remoteIp: '192.0.2.17', userAgent: 'curl/8.0.1', protocol: 'HTTP/2' },
    },
  };
  return createReader('google-lb', { now: NOW, host: '' }).readLine(JSON.stringify(entry));
}

it.each(['requests', 'loadbalancing.googleapis.com%2Fexternal_regional_requests'])(
  'an entry of the log %s of a load balancer is a visit with its version of HTTP',
  (log) => {
    expect(readFrom(log)).toMatchObject([
      {
        kind: 'entry',
        entry: { host: 'shop.example', path: 'https://shop.example/a', protocol: 'HTTP/2' },
      },
    ]);
  },
);

it('an entry of Cloud Run is a visit of which the version of HTTP is not known', () => {
  const [result] = readFrom('run.googleapis.com%2Frequests');
  expect(result).toMatchObject({ kind: 'entry', entry: { host: 'shop.example' } });
  expect(result).not.toHaveProperty('entry.protocol');
});

it('an entry of another log is no visit', () => {
  expect(readFrom('stdout')).toEqual([{ kind: 'skip', reason: 'no_visit' }]);
});
