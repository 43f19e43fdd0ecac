import { refusalOf } from './check-shards.js';
import { clusterFaults } from './cluster-faults.js';

describe('a start with fewer shards', () => {
  it('is not refused while the others are empty', () => {
    expect(refusalOf(2, { jobs: new Map() })).toBeUndefined();
  });

  it('is refused while they hold jobs, and told what to do', () => {
    const jobs = new Map([
      [11, 1],
      [3, 12_345],
    ]);
    expect(refusalOf(2, { jobs })).toBe(
      'QUEUE_SHARDS is 2, but other shards hold jobs that nobody would take (12,345 in shard 3, 1 in shard 11): start with QUEUE_SHARDS=11, wait until the workers have stored everything, and then start with 2.',
    );
  });
});

describe('a cluster', () => {
  const three = { masters: 3, silent: 0, fullCoverage: ['no', 'no', 'no'] };

  it('has no fault when one node may be down', () => {
    expect(clusterFaults(three)).toEqual([]);
  });

  it.each([
    ['that needs all its nodes', { fullCoverage: ['no', 'yes', 'no'] }, /is yes: set it to no/],
    ['that does not tell', { fullCoverage: ['no', undefined] }, /could not be checked: make sure/],
    ['of two masters', { masters: 2 }, /it has 2 masters/],
    ['of one master', { masters: 1 }, /it has 1 master:/],
    ['with a node that is away', { silent: 1 }, /1 of 3 masters do not answer/],
  ])('%s is not set up well', (_, view, sentence) => {
    expect(clusterFaults({ ...three, ...view })).toEqual([expect.stringMatching(sentence)]);
  });
});
