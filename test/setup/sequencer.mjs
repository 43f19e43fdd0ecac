// Which suites begin first. Jest knows how long each took the last time. On a new machine it only
// knows how large the files are, and a small file that takes minutes would run alone at the end.
import TestSequencer from '@jest/test-sequencer';

/** What takes longest comes first: suites with a browser, then those of the whole system. */
const FIRST = ['/test/dashboard/', '/test/'];

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const { rootDir } = tests[0]?.context.config ?? {};
    const places = FIRST.map((folder) => rootDir + folder);
    const rankOf = ({ path }) => {
      const rank = places.findIndex((place) => path.startsWith(place));
      return rank < 0 ? places.length : rank;
    };
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
