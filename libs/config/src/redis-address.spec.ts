import { parseRedisAddress } from './redis-address.js';

const plain = { cluster: false, tls: false, username: undefined, password: undefined, db: 0 };

describe('parseRedisAddress', () => {
  it.each([
    ['redis://cache', { ...plain, nodes: [{ host: 'cache', port: 6379 }] }],
    ['redis://cache:7000/', { ...plain, nodes: [{ host: 'cache', port: 7000 }] }],
    ['redis://[::1]:7000/3', { ...plain, nodes: [{ host: '::1', port: 7000 }], db: 3 }],
    ['redis://:s%40e@h', { ...plain, nodes: [{ host: 'h', port: 6379 }], password: 's@e' }],
    [
      'rediss://me:secret@cache.example:6380/15',
      {
        nodes: [{ host: 'cache.example', port: 6380 }],
        cluster: false,
        tls: true,
        username: 'me',
        password: 'secret',
        db: 15,
      },
    ],
    [
      'rediss+cluster://me:secret@a,b:7001',
      {
        nodes: [
          { host: 'a', port: 6379 },
          { host: 'b', port: 7001 },
        ],
        cluster: true,
        tls: true,
        username: 'me',
        password: 'secret',
        db: 0,
      },
    ],
  ])('reads %s', (text, address) => {
    expect(parseRedisAddress(text)).toEqual(address);
  });

  it.each([
    'cache:6379',
    'http://cache',
    'redis://',
    'redis://a:0',
    'redis://a:70000',
    'redis://a,b',
    'redis://a,',
    'redis://a/b',
    'redis://a/0?family=6',
    'redis://me:100%@a',
    'redis+cluster://a,b/1',
    'redis://::1',
  ])('refuses %s', (text) => {
    expect(parseRedisAddress(text)).toBeUndefined();
  });
});
