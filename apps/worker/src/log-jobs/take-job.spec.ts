import { namesOf } from './take-job.js';

describe('a line of the log about a job', () => {
  it('names the batch of a job with one batch', () => {
    expect(namesOf({ id: 'b1', data: { v: 1, batches: [{ id: 'b1' }], payload: '' } })).toEqual({
      jobId: 'b1',
      batchIds: ['b1'],
      batches: 1,
    });
  });

  it('names the first ten of many, and tells how many there are', () => {
    const batches = Array.from({ length: 250 }, (_, place) => ({ id: `b${place}` }));
    const names = namesOf({ id: 'j1', data: { v: 1, batches } });
    expect(names).toMatchObject({ jobId: 'j1', batches: 250 });
    expect(names.batchIds).toEqual(batches.slice(0, 10).map(({ id }) => id));
  });

  it.each([null, undefined, 'x', 7, {}, { batches: 'x' }, { batches: [] }])(
    'names no batch of %j',
    (data) => {
      expect(namesOf({ id: 'j1', data })).toEqual({ jobId: 'j1', batchIds: [], batches: 0 });
    },
  );
});
