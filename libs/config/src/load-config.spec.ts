import { ConfigError, loadConfig, requireDatabaseUrl } from './load-config.js';

describe('loadConfig', () => {
  it('gives defaults as typed values', () => {
    const config = loadConfig({});
    expect(config.PORT).toBe(3000);
    expect(config.TRUST_PROXY).toBe(false);
    expect(config.DATABASE_URL).toBeUndefined();
  });

  it('takes an empty value as not set', () => {
    expect(loadConfig({ PORT: ' ' }).PORT).toBe(3000);
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

  it('says what to do when the database is missing', () => {
    expect(() => requireDatabaseUrl(loadConfig({}))).toThrow(/DATABASE_URL is not set.*npm start/s);
  });
});
