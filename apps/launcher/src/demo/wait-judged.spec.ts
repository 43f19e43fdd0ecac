import { waitJudged } from './wait-judged.js';

/** Visits of people, and visits that are not judged yet. */
const judged = (people_visits: number, not_judged_visits: number) => ({
  people_visits,
  undecided_visits: 0,
  automation_visits: 0,
  not_judged_visits,
});

describe('waitJudged', () => {
  it('waits until the verdicts have not changed for a while', async () => {
    const answers = [judged(0, 9), judged(0, 9), judged(4, 5), judged(8, 1)];
    const verdicts = async () => answers.shift() ?? judged(8, 1);
    const begun = performance.now();
    await waitJudged({ verdicts, quietMs: 40, everyMs: 10 });
    expect(answers).toEqual([]);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(40);
  });

  it('does not wait when there are no visits of browsers', async () => {
    await waitJudged({ verdicts: async () => judged(0, 0), quietMs: 600_000 });
  });

  it('gives up when the verdicts change all the time', async () => {
    let people = 0;
    const verdicts = async () => judged((people += 1), 0);
    await waitJudged({ verdicts, quietMs: 600_000, patienceMs: 20, everyMs: 1 });
    expect(people).toBeGreaterThan(1);
  });
});
