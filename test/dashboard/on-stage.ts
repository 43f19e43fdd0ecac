// Runs cases on one stage: the page in a real browser, on a real service. Each suite has a stage of
// its own, so that suites run side by side.
import { describeInBrowser } from './browser/chromium.js';
import { type Stage, startStage } from './stage.js';

/** Declares tests that use the stage when they run. */
export type Cases = (stage: () => Stage) => void;

/** Declares a suite of these cases. It is skipped, with the reason, where there is no browser. */
export function onStage(name: string, cases: readonly Cases[]): void {
  describeInBrowser(name, () => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await startStage();
    });
    afterAll(() => stage.stop());
    // All readers are of one account, and open more in a minute than people do.
    beforeEach(() => stage.system.database.pool.query('DELETE FROM rate_limits'));
    for (const declare of cases) declare(() => stage);
  });
}
