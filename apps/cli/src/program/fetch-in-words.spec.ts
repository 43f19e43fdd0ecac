import { fetchInWords } from './fetch-in-words.js';

const due = { due_at: '2026-11-21T00:10:00.000Z', status: null, succeeded_at: null };
const tried_at = '2026-11-20T03:12:43.000Z';

it('tells what came of the last try, and what comes next where nobody would know', () => {
  expect(fetchInWords({ ...due, tried_at: null, outcome: null })).toBe(
    'It is fetched every day; the last try: none yet.',
  );
  expect(fetchInWords({ ...due, tried_at, outcome: 'fetched' })).toBe(
    `It is fetched every day; the last try: fetched (${tried_at}).`,
  );
  expect(fetchInWords({ ...due, tried_at, outcome: 'time_used_up' })).toMatch(
    /time_used_up \(.*\)\. The fetches of the account took all the time .* next day\.$/,
  );
  expect(fetchInWords({ ...due, tried_at, outcome: 'interrupted' })).toMatch(/again later\.$/);
});
