import type { FastifyRequest } from 'fastify';
import { presentedKey } from './access-hook.js';

const keyOf = (headers: object, places?: Parameters<typeof presentedKey>[1]) =>
  presentedKey({ headers } as FastifyRequest, places);

it('reads the key from the places that the route allows', () => {
  expect(keyOf({ 'x-api-key': 'api_1' })).toBe('api_1');
  expect(keyOf({ 'x-api-key': 'api_1' }, ['x-api-key'])).toBe('api_1');
  expect(keyOf({ 'x-api-key': 'api_1' }, [])).toBe('');
});

it.each([{}, { authorization: 'Bearer api_1' }, { 'x-api-key': ['api_1', 'api_2'] }])(
  'finds none in %j',
  (headers) => {
    expect(keyOf(headers)).toBe('');
  },
);
