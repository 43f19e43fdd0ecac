import { durabilityFaults, POSTGRES_DURABILITY, REDIS_DURABILITY } from './durability.js';

const redis = (...values: (string | undefined)[]) =>
  durabilityFaults(
    'Redis',
    REDIS_DURABILITY.map((rule, index) => ({ rule, value: values[index] })),
  );
const postgres = (...values: string[]) =>
  durabilityFaults(
    'PostgreSQL',
    POSTGRES_DURABILITY.map((rule, index) => ({ rule, value: values[index] })),
  );

describe('durabilityFaults', () => {
  it('finds no fault where acknowledged entries survive a power failure', () => {
    expect(redis('yes', 'always', 'noeviction')).toEqual([]);
    expect(postgres('on', 'on', 'on')).toEqual([]);
    expect(postgres('on', 'on', 'remote_apply')).toEqual([]);
  });

  it('names the setting, its value and the value to set', () => {
    expect(redis('no', 'everysec', 'allkeys-lru')).toEqual([
      'appendonly of Redis is no: set it to yes, otherwise a restart of Redis loses acknowledged entries',
      'appendfsync of Redis is everysec: set it to always, otherwise a power failure loses the last acknowledged entries',
      'maxmemory-policy of Redis is allkeys-lru: set it to noeviction, otherwise Redis deletes waiting entries when its memory is full',
    ]);
    expect(postgres('off', 'off', 'off')).toHaveLength(3);
  });

  it('says what could not be checked', () => {
    expect(redis('yes', undefined, 'noeviction')).toEqual([
      'appendfsync of Redis could not be checked: make sure that it is always, otherwise a power failure loses the last acknowledged entries',
    ]);
  });
});
