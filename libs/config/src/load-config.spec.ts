import { ConfigError, loadConfig, requireDatabaseUrl } from './load-config.js';

describe('loadConfig', () => {
  it('returns defaults as typed values', () => {
    const config = loadConfig({});
    expect(config.PORT).toBe(3000);
    expect(config.TRUST_PROXY).toBe(false);
    expect(config.DATABASE_URL).toBeUndefined();
  });

  it('treats an empty value as not set', () => {
    expect(loadConfig({ PORT: ' ' }).PORT).toBe(3000);
  });

  it('has no lists of hosters unless they are named', () => {
    expect(loadConfig({}).HOSTER_LISTS).toBeUndefined();
    expect(loadConfig({ HOSTER_LISTS: '' }).HOSTER_LISTS).toBeUndefined();
    expect(loadConfig({ HOSTER_LISTS: ' ./hosters ' }).HOSTER_LISTS).toBe('./hosters');
  });

  it('reports every fault together and repeats no value', () => {
    const load = () =>
      loadConfig({ PORT: '70000', IP_STORAGE: 'all', DATABASE_URL: 'mysql://u:s3cret@h/d' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/3 faults/);
    expect(load).toThrow(/PORT must be an integer from 0 to 65535/);
    expect(load).toThrow(/IP_STORAGE must be full, truncated or none/);
    expect(load).not.toThrow(/s3cret/);
  });

  it('says what to write instead of TRUST_PROXY=true', () => {
    expect(() => loadConfig({ TRUST_PROXY: 'true' })).toThrow(/behind one proxy write 1, not true/);
    expect(loadConfig({ TRUST_PROXY: '1' }).TRUST_PROXY).toBe(1);
  });

  it.each([
    ['https://botgauge.example/', 'https://botgauge.example'],
    ['http://10.0.0.1:3000/logs//', 'http://10.0.0.1:3000/logs'],
  ])('reads PUBLIC_URL=%s as %s', (text, expected) => {
    expect(loadConfig({ PUBLIC_URL: text }).PUBLIC_URL).toBe(expected);
  });

  it.each(['botgauge.example', 'ftp://x.example', 'https://x.example/?a', 'https://u:p@x.example'])(
    'refuses PUBLIC_URL=%s',
    (text) => {
      expect(() => loadConfig({ PUBLIC_URL: text })).toThrow(/PUBLIC_URL must be an address like/);
    },
  );

  it('says how to make a SECRET_KEY, and does not repeat the wrong one', () => {
    const load = () => loadConfig({ SECRET_KEY: 'my-own-secret' });
    expect(load).toThrow(/SECRET_KEY must be 32 random bytes .*openssl rand -base64 32/);
    expect(load).not.toThrow(/my-own-secret/);
    const key = 'ab'.repeat(32);
    expect(loadConfig({ SECRET_KEY: key }).SECRET_KEY?.export().toString('hex')).toBe(key);
  });

  it('reads ids of services of Fastly, and refuses what cannot be one', () => {
    const idsOf = (text: string) => loadConfig({ FASTLY_SERVICE_IDS: text }).FASTLY_SERVICE_IDS;
    expect(idsOf('')).toEqual([]);
    expect(idsOf(' SU1Z0isxPaozGVKXdv0eY,\t7i6HN3TK9wS159v2gPAZ8A ,')).toEqual([
      'SU1Z0isxPaozGVKXdv0eY',
      '7i6HN3TK9wS159v2gPAZ8A',
    ]);
    expect(() => idsOf('*')).toThrow(/FASTLY_SERVICE_IDS must be ids of services of Fastly/);
  });

  it('says what to do when the database is missing', () => {
    expect(() => requireDatabaseUrl(loadConfig({}))).toThrow(/DATABASE_URL is not set.*npm start/s);
  });
});
