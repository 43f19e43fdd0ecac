import { isRedisAway, isRedisUnable } from './redis-error.js';

const withCode = (code: string) => Object.assign(new Error('connect'), { code });

describe('errors of Redis', () => {
  it.each([
    withCode('ECONNREFUSED'),
    new Error('Connection is closed.'),
    new Error('Command timed out'),
    new Error("Stream isn't writeable and enableOfflineQueue options is false"),
    new Error("Cluster isn't ready and enableOfflineQueue options is false"),
    new Error('LOADING Redis is loading the dataset in memory'),
    new Error("READONLY You can't write against a read only replica."),
    new Error('CLUSTERDOWN Hash slot not served'),
  ])('%s means that it is away', (error) => {
    expect([isRedisAway(error), isRedisUnable(error)]).toEqual([true, true]);
  });

  it.each([
    new Error("OOM command not allowed when used memory > 'maxmemory'."),
    new Error('MISCONF Redis is configured to save RDB snapshots'),
  ])('%s means that it is there, but accepts no writes', (error) => {
    expect([isRedisAway(error), isRedisUnable(error)]).toEqual([false, true]);
  });

  it.each([
    new Error('Missing lock for job 1. moveToDelayed'),
    new Error('WRONGTYPE Operation against a key'),
    'LOADING',
    undefined,
  ])('%s is not such an error', (error) => {
    expect(isRedisUnable(error)).toBe(false);
  });
});
