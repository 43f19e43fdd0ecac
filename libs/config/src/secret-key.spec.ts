import { inspect } from 'node:util';
import { parseSecretKey } from './secret-key.js';

const BYTES = Buffer.from('fbf0'.repeat(16), 'hex');

it.each([
  BYTES.toString('hex'),
  BYTES.toString('hex').toUpperCase(),
  BYTES.toString('base64'),
  BYTES.toString('base64').replace('=', ''),
  BYTES.toString('base64url'),
])('reads %s', (text) => {
  expect(parseSecretKey(text)?.export()).toEqual(BYTES);
});

it.each([
  '',
  'secret',
  BYTES.toString('hex').slice(1),
  `${BYTES.toString('hex')}00`,
  BYTES.toString('base64').slice(2),
  `${BYTES.toString('base64')}=`,
  BYTES.toString('base64').replace('D', '*'),
  'a'.repeat(32),
])('refuses "%s"', (text) => {
  expect(parseSecretKey(text)).toBeUndefined();
});

it('does not show its bytes when it is printed', () => {
  const key = parseSecretKey(BYTES.toString('hex'));
  expect(inspect({ key }, { depth: 9 }) + JSON.stringify({ key })).not.toMatch(/fb.?f0|251/i);
});
