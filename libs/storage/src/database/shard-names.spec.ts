import { withShardNames } from './shard-names.js';

const names = new Map([
  ['visits', 'visits_7'],
  ['late_pages_daily', 'late_pages_daily_8'],
]);

describe('the names of shards', () => {
  it.each([
    ['INSERT INTO visits (visits) VALUES (1)', 'INSERT INTO visits_7 (visits) VALUES (1)'],
    ['SELECT v.visits FROM visits v', 'SELECT v.visits FROM visits_7 v'],
    ['COPY visits (time) FROM STDIN', 'COPY visits_7 (time) FROM STDIN'],
    [
      'INSERT INTO late_pages_daily AS p (visits) SELECT visits FROM given ON CONFLICT (visits) DO UPDATE SET visits = p.visits',
      'INSERT INTO late_pages_daily_8 AS p (visits) SELECT visits FROM given ON CONFLICT (visits) DO UPDATE SET visits = p.visits',
    ],
    ["SELECT count_in('visits', visits)", "SELECT count_in('visits_7', visits)"],
    [
      'DELETE FROM visits_kept USING a JOIN visits USING (visits)',
      'DELETE FROM visits_kept USING a JOIN visits_7 USING (visits)',
    ],
    ['LOCK TABLE ONLY visits', 'LOCK TABLE ONLY visits_7'],
  ])('%s', (statement, expected) => {
    expect(withShardNames(statement, names)).toBe(expected);
    expect(withShardNames(statement, new Map())).toBe(statement);
  });
});
