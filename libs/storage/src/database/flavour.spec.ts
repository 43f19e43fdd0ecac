import { type CitusFacts, decideFlavour, type TimescaleFacts } from './flavour.js';

const community: TimescaleFacts = { version: '2.29.2', license: 'timescale', available: true };
const absent: TimescaleFacts = { version: null, license: null, available: false };

const cluster: CitusFacts = { version: '14.0-1', available: true, coordinator: true, nodes: 2 };
const noCitus: CitusFacts = { version: null, available: false, coordinator: false, nodes: 0 };
const withTimescale = (timescale: TimescaleFacts) => ({ timescale, citus: noCitus });
const withCitus = (citus: CitusFacts) => ({ timescale: absent, citus });

describe('the flavour of a database', () => {
  it.each([
    ['auto', community, 'timescale'],
    ['timescale', community, 'timescale'],
    ['plain', community, 'plain'],
    ['auto', absent, 'plain'],
    ['auto', { ...absent, available: true }, 'plain'],
    ['auto', { ...community, version: '2.28.0' }, 'timescale'],
    ['auto', { ...community, version: '3.0.0' }, 'timescale'],
  ] as const)('wanted %s, found %j: %s', (wanted, facts, flavour) => {
    expect(decideFlavour(wanted, withTimescale(facts))).toBe(flavour);
  });

  it.each([
    ['timescale', absent, /not installed on this server: install its community edition/],
    ['timescale', { ...absent, available: true }, /run CREATE EXTENSION timescaledb/],
    ['auto', { ...community, license: 'apache' }, /Apache-only build/],
    ['auto', { ...community, version: '2.27.9' }, /2\.27\.9 is too old, 2\.28 is needed/],
    ['timescale', { ...community, version: '1.7.5' }, /ALTER EXTENSION timescaledb UPDATE/],
  ] as const)('wanted %s, found %j: refused with what to do', (wanted, facts, message) => {
    expect(() => decideFlavour(wanted, withTimescale(facts))).toThrow(message);
  });

  it.each([
    ['auto', cluster, 'citus'],
    ['citus', cluster, 'citus'],
    ['plain', cluster, 'plain'],
    ['auto', noCitus, 'plain'],
    ['auto', { ...noCitus, available: true }, 'plain'],
    ['auto', { ...cluster, version: '13.2-1', nodes: 1 }, 'citus'],
  ] as const)('wanted %s, found Citus %j: %s', (wanted, facts, flavour) => {
    expect(decideFlavour(wanted, withCitus(facts))).toBe(flavour);
  });

  it.each([
    ['citus', noCitus, /not installed on this server: install it and load it/],
    ['citus', { ...noCitus, available: true }, /run CREATE EXTENSION citus in it, on every node/],
    ['auto', { ...cluster, version: '13.1-1' }, /13\.1-1 is too old, 13\.2 is needed/],
    ['auto', { ...cluster, coordinator: false }, /run SELECT citus_set_coordinator_host/],
    ['auto', { ...cluster, nodes: 0 }, /run SELECT citus_add_node/],
  ] as const)('wanted %s, found Citus %j: refused with what to do', (wanted, facts, message) => {
    expect(() => decideFlavour(wanted, withCitus(facts))).toThrow(message);
  });

  it('is plain only where both extensions are', () => {
    const both = { timescale: community, citus: cluster };
    for (const wanted of ['auto', 'citus', 'timescale'] as const)
      expect(() => decideFlavour(wanted, both)).toThrow(/both Citus and TimescaleDB/);
    expect(decideFlavour('plain', both)).toBe('plain');
  });
});
