import { fastify } from 'fastify';
import { serveDocs } from './page.js';

it('makes a page again after it could not be made', async () => {
  const server = fastify();
  let made = 0;
  serveDocs(server, () => {
    if (++made === 1) throw new Error('not yet');
    return { openapi: '3.1.0' };
  });
  const ask = () => server.inject('/openapi.json');
  expect((await ask()).statusCode).toBe(500);
  for (let time = 0; time < 2; time++) {
    const { statusCode, body } = await ask();
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '{"openapi":"3.1.0"}' });
  }
  expect(made).toBe(2);
  await server.close();
});
