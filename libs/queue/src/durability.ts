/** A setting of a store that decides whether acknowledged jobs survive a power failure. */
export interface DurabilityRule {
  setting: string;
  /** Values that keep them. The first one is recommended. */
  safe: readonly [string, ...string[]];
  /** What happens with other values, as the end of a sentence. */
  risk: string;
}

/** A rule and the value that was found. Undefined means that the store does not tell. */
export interface DurabilityFinding {
  rule: DurabilityRule;
  value: string | undefined;
}

export const REDIS_DURABILITY: DurabilityRule[] = [
  {
    setting: 'appendonly',
    safe: ['yes'],
    risk: 'a restart of Redis loses acknowledged entries',
  },
  {
    setting: 'appendfsync',
    safe: ['always'],
    risk: 'a power failure loses the last acknowledged entries',
  },
  {
    setting: 'maxmemory-policy',
    safe: ['noeviction'],
    risk: 'Redis deletes waiting entries when its memory is full',
  },
];

export const POSTGRES_DURABILITY: DurabilityRule[] = [
  {
    setting: 'fsync',
    safe: ['on'],
    risk: 'a power failure can destroy the database',
  },
  {
    setting: 'full_page_writes',
    safe: ['on'],
    risk: 'a power failure can leave torn pages',
  },
  {
    setting: 'synchronous_commit',
    // With each of these values, PostgreSQL waits for the local disk.
    safe: ['on', 'local', 'remote_write', 'remote_apply'],
    risk: 'a power failure loses the last acknowledged entries',
  },
];

/**
 * Returns one sentence for each thing that is wrong, and none when the store keeps what it
 * acknowledges.
 */
export function durabilityFaults(store: string, findings: DurabilityFinding[]): string[] {
  return findings
    .filter(({ rule, value }) => value === undefined || !rule.safe.includes(value))
    .map(({ rule: { setting, safe, risk }, value }) =>
      value === undefined
        ? `${setting} of ${store} could not be checked: make sure that it is ${safe[0]}, otherwise ${risk}`
        : `${setting} of ${store} is ${value}: set it to ${safe[0]}, otherwise ${risk}`,
    );
}
