import { joinSettlements, SETTLED_NOTHING } from './settle-batch.js';

const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const odd = new Error('something else');

it('adds up the results of the batches of a job', () => {
  const one = { ...SETTLED_NOTHING, stored: 3, withoutPage: 1, duplicate: 2 };
  const two = { ...SETTLED_NOTHING, stored: 4, dead: 1 };
  expect(joinSettlements([one, two])).toEqual({
    stored: 7,
    withoutPage: 1,
    duplicate: 2,
    skipped: 0,
    dead: 1,
    dropped: 0,
    left: 0,
  });
});

it('returns the failure that says most about when the rest can be done', () => {
  const left = (failure: unknown) => ({ ...SETTLED_NOTHING, left: 1, failure });
  const done = { ...SETTLED_NOTHING, stored: 1 };
  expect(joinSettlements([done, left(odd)])).toEqual({ ...done, left: 1, failure: odd });
  expect(joinSettlements([left(odd), left(away)]).failure).toBe(away);
});
