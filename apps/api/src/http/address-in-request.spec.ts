import { addressInRequest } from './address-in-request.js';

it.each([
  ['http', '127.0.0.1:4100', 'http://127.0.0.1:4100'],
  ['http', '[::1]:4100', 'http://[::1]:4100'],
  ['http', 'logs.own.test:80', 'http://logs.own.test'],
  ['https', 'logs.own.test', 'https://logs.own.test'],
  ['https', 'logs.own.test:8443', 'https://logs.own.test:8443'],
  ['http', '', undefined],
  ['http', 'a b', undefined],
  ['http', 'logs.own.test/path', undefined],
  ['http', 'logs.own.test:99999', undefined],
  ['javascript', 'logs.own.test', 'http://logs.own.test'],
])('the client of a request by %s to %s reaches the API at %s', (protocol, host, address) => {
  expect(addressInRequest({ protocol: protocol as 'http', host })).toBe(address);
});
