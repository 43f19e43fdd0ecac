import { releasedSchema, renewedJob } from './unreleased.js';
import { latestVersion } from '../database/migrator.js';

it('takes the last schemas before the first release for that of the baseline, and no others', () => {
  for (const schema of [39, 40, 41])
    expect(releasedSchema(schema)).toBeLessThanOrEqual(latestVersion());
  for (const schema of [38, 42])
    expect(() => releasedSchema(schema)).toThrow(new RegExp(`version ${schema} .* 39 to 41 only`));
});

describe('the data of a dead job', () => {
  const batch = { id: 'b', accountId: 1, websiteId: 2, receivedAt: 3, count: 4, sealed: 's' };
  const job = { v: 1, batches: [batch], payload: 'p' };

  it('of one batch or of several becomes that of version 1', () => {
    expect(renewedJob({ v: 5, ...batch, payload: 'p' })).toEqual(job);
    expect(renewedJob({ ...job, v: 6 })).toEqual(job);
  });

  it.each([null, 'x', 7, [], {}, { v: 4, batches: [], payload: 'p' }, { v: 7 }])(
    'is kept when it is %j',
    (data) => {
      expect(renewedJob(data)).toBe(data);
    },
  );
});
