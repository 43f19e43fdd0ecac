// The page in a real browser, on a real service. All suites share both, so that together they take
// little more than a minute.
import { describeInBrowser } from './browser/chromium.js';
import { answers } from './cases/answers.js';
import { asking } from './cases/asking.js';
import { charts } from './cases/charts.js';
import { choosing } from './cases/choosing.js';
import { downloads } from './cases/downloads.js';
import { drop } from './cases/drop.js';
import { emptyStates } from './cases/empty-states.js';
import { feeds } from './cases/feeds.js';
import { harness } from './cases/harness.js';
import { lazy } from './cases/lazy.js';
import { looks } from './cases/looks.js';
import { moving } from './cases/moving.js';
import { numbers } from './cases/numbers.js';
import { oddTexts } from './cases/odd-texts.js';
import { people } from './cases/people.js';
import { settings } from './cases/settings.js';
import { shares } from './cases/shares.js';
import { signingIn } from './cases/signing-in.js';
import { spoofed } from './cases/spoofed.js';
import { troubles } from './cases/troubles.js';
import { tour } from './cases/tour.js';
import { type Stage, startStage } from './stage.js';

describeInBrowser('the page in a browser', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage();
  });
  afterAll(() => stage.stop());
  // All readers are of one account, and open more in a minute than people do.
  beforeEach(() => stage.system.database.pool.query('DELETE FROM rate_limits'));

  harness(() => stage);
  lazy(() => stage);
  answers(() => stage);
  people(() => stage);
  spoofed(() => stage);
  looks(() => stage);
  signingIn(() => stage);
  numbers(() => stage);
  moving(() => stage);
  oddTexts(() => stage);
  drop(() => stage);
  charts(() => stage);
  downloads(() => stage);
  choosing(() => stage);
  emptyStates(() => stage);
  troubles(() => stage);
  asking(() => stage);
  feeds(() => stage);
  settings(() => stage);
  shares(() => stage);
  tour(() => stage);
});
