import { waitJudged } from './wait-judged.js';

/** Visits of people, and visits that are not judged yet. */
const judged = (people_visits: number, not_judged_visits: number) => ({
  people_visits,
  undecided_visits: 0,
  automation_visits: 0,
  not_judged_visits,
});

/** A clock that goes on only while somebody waits. */
function aClock() {
  let at = 0;
  return {
    now: () => at,
    sleep: async (ms: number) => {
      at += ms;
    },
  };
}

describe('waitJudged', () => {
  it('waits until the verdicts have not changed for a while', async () => {
    const time = aClock();
    const answers = [judged(0, 9), judged(0, 9), judged(4, 5), judged(8, 1)];
    const verdicts = async () => answers.shift() ?? judged(8, 1);
    await waitJudged({ verdicts, quietMs: 40, everyMs: 10, time });
    expect(answers).toEqual([]);
    // The last change came with the fourth look.
    expect(time.now()).toBe(30 + 40);
  });

  it('does not wait when there are no visits of browsers', async () => {
    const time = aClock();
    await waitJudged({ verdicts: async () => judged(0, 0), time });
    expect(time.now()).toBe(0);
  });

  it('gives up when the verdicts change all the time', async () => {
    const time = aClock();
    let people = 0;
    const verdicts = async () => judged((people += 1), 0);
    await waitJudged({ verdicts, patienceMs: 20, everyMs: 5, time });
    expect(people).toBe(5);
  });
});
