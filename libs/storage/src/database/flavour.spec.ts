import { decideFlavour, type TimescaleFacts } from './flavour.js';

const community: TimescaleFacts = { version: '2.29.2', license: 'timescale', available: true };
const absent: TimescaleFacts = { version: null, license: null, available: false };

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
    expect(decideFlavour(wanted, facts)).toBe(flavour);
  });

  it.each([
    ['timescale', absent, /not installed on this server: install its community edition/],
    ['timescale', { ...absent, available: true }, /run CREATE EXTENSION timescaledb/],
    ['auto', { ...community, license: 'apache' }, /Apache-only build/],
    ['auto', { ...community, version: '2.27.9' }, /2\.27\.9 is too old, 2\.28 is needed/],
    ['timescale', { ...community, version: '1.7.5' }, /ALTER EXTENSION timescaledb UPDATE/],
  ] as const)('wanted %s, found %j: refused with what to do', (wanted, facts, message) => {
    expect(() => decideFlavour(wanted, facts)).toThrow(message);
  });
});
