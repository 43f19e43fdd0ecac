import { checkVersion } from './probe-redis.js';

describe('checkVersion', () => {
  it.each(['6.2.0', '6.2.14', '7.0.15', '8.2.1', '10.0.0'])('takes %s', (version) => {
    expect(() => checkVersion(`# Server\r\nredis_version:${version}\r\n`)).not.toThrow();
  });

  it.each(['6.0.16', '5.0.14'])('refuses %s', (version) => {
    expect(() => checkVersion(`# Server\r\nredis_version:${version}\r\n`)).toThrow(
      `Redis 6.2 or newer is needed; this is ${version}`,
    );
  });

  it('accepts a server that does not tell its version', () => {
    expect(() => checkVersion('# Server\r\n')).not.toThrow();
  });
});
