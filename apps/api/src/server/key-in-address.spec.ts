import { once } from 'node:events';
import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { ROUTES } from '../routes.js';
import {
  hideKeysInAddresses,
  KEY_PARAMETER,
  keysInAddress,
  withoutKeys,
} from './key-in-address.js';

it.each<[string, string, string[]]>([
  ['/logs', '/logs', []],
  ['/logs?', '/logs?', []],
  ['/logs?fields=a,b', '/logs?fields=a,b', []],
  ['/logs?key=bot_1', '/logs', ['bot_1']],
  ['/logs?key=', '/logs', ['']],
  ['/logs?key', '/logs', ['']],
  ['/logs?a=1&key=bot_1&b=%20+', '/logs?a=1&b=%20+', ['bot_1']],
  ['/logs?key=bot_1&key=bot_2', '/logs', ['bot_1', 'bot_2']],
  ['/logs?k%65y=bot%5F1', '/logs', ['bot_1']],
  ['/logs?&&key=bot_1&', '/logs?&&', ['bot_1']],
  ['/logs?key=a=b', '/logs', ['a=b']],
  ['/logs?key=%E0%A4%A', '/logs', ['\uFFFD%A']],
  ['/logs#key=bot_1', '/logs', ['bot_1']],
  ['http://host/logs?key=bot_1', 'http://host/logs', ['bot_1']],
  ['*', '*', []],
  ['/logs?keys=bot_1&mykey=2&KEY=3', '/logs?keys=bot_1&mykey=2&KEY=3', []],
  ['/key=bot_1', '/key=bot_1', []],
])('%s becomes %s and %j', (address, expected, keys) => {
  expect(withoutKeys(address)).toEqual({ address: expected, keys });
});

it('nothing else that hears of a request sees the key, and printing it does not show it', async () => {
  const seen: string[] = [];
  const keys: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.url}`, inspect(request, { depth: 4, showHidden: true }));
    keys.push(...keysInAddress(request));
    response.end();
  });
  hideKeysInAddresses(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  await fetch(`http://127.0.0.1:${port}/logs?key=bot_secret&a=1`);
  server.closeAllConnections();
  await once(server.close(), 'close');
  expect(keys).toEqual(['bot_secret']);
  expect(seen[0]).toBe('/logs?a=1');
  expect(seen.join('\n')).not.toContain('secret');
});

it('no route takes a parameter of this name, because it would never get it', () => {
  const takers = ROUTES.filter(({ query }) => query && KEY_PARAMETER in query);
  expect(takers).toEqual([]);
});
