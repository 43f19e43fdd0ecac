import type { Visit } from './visit.js';
import { columnsOf } from './visit-columns.js';

describe('the clients of visits', () => {
  /** Only what belongs to a client matters here. */
  const CLIENT = { method: 'GET', host: 'a.test', userAgent: 'x', browser: 'b', os: 'o' };
  const visitOf = (client: Partial<Visit>) => ({ ...CLIENT, device: 'd', ...client }) as Visit;
  const clientsOf = (visits: Visit[]) => {
    const [, , , , methods, hosts, , browsers, , devices, , places] = columnsOf([
      { id: 'x', accountId: 1, receivedAt: 1, visits },
    ]);
    return { methods, hosts, browsers, devices, places };
  };

  it('are sent once each', () => {
    const changes = [
      {},
      { host: 'b.test' },
      { method: 'PUT' },
      { browser: null },
      { device: null },
    ];
    expect(clientsOf([...changes, ...changes].map(visitOf))).toEqual({
      methods: '{"GET","GET","PUT","GET","GET"}',
      hosts: '{"a.test","b.test","a.test","a.test","a.test"}',
      browsers: '{"b","b","b",NULL,"b"}',
      devices: '{"d","d","d","d",NULL}',
      places: '{0,1,2,3,4,0,1,2,3,4}',
    });
  });

  it('are sent once each, however many have the same user agent', () => {
    const hosts = Array.from({ length: 50 }, (_, n) => ({ host: `${n}.test` }));
    const places = hosts.map((_, place) => place).join();
    expect(clientsOf([...hosts, ...hosts].map(visitOf))).toMatchObject({
      hosts: `{"${hosts.map(({ host }) => host).join('","')}"}`,
      places: `{${places},${places}}`,
    });
  });

  it('with one user agent and many hosts or methods are not compared one by one', () => {
    const MANY = 2_000;
    let reads = 0;
    /** Every comparison reads the host of two visits. */
    const counting = ({ host, ...client }: Partial<Visit>) =>
      Object.defineProperty(visitOf(client), 'host', { get: () => (reads++, host) });
    clientsOf(Array.from({ length: MANY }, (_, n) => counting({ host: `${n}.test` })));
    clientsOf(
      Array.from({ length: MANY }, (_, n) => counting({ host: 'a.test', method: `M${n}` })),
    );
    expect(reads).toBeLessThan(50 * MANY);
  });
});
