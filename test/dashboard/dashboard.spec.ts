// The page in a real browser, on a real service. All suites share both, so that together they take
// less than a minute.
import { describeInBrowser } from './browser/chromium.js';
import { harness } from './cases/harness.js';
import { lazy } from './cases/lazy.js';
import { looks } from './cases/looks.js';
import { moving } from './cases/moving.js';
import { numbers } from './cases/numbers.js';
import { oddTexts } from './cases/odd-texts.js';
import { signingIn } from './cases/signing-in.js';
import { type Stage, startStage } from './stage.js';

describeInBrowser('the page in a browser', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.stop());

  harness(() => stage);
  lazy(() => stage);
  looks(() => stage);
  signingIn(() => stage);
  numbers(() => stage);
  moving(() => stage);
  oddTexts(() => stage);
});
