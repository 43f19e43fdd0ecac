import type { Website } from '../../api/types.js';
import { ChooseLogs } from '../../drop/choose-logs.js';
import { Link } from '../../parts/link.js';
import { SETUP } from './setup-tab.js';

/** Nothing came on any feed: leads to the ways in. */
export function NothingYet({ website: { id, domain } }: { website: Website }) {
  return (
    <section class="panel wide-notice">
      <h2>Nothing has come for {domain} yet</h2>
      <p>
        Choose who sends the logs: this page gives you its configuration, and shows what arrives.
      </p>
      <p>
        <Link to={{ tab: SETUP }} class="main">
          Set up a sender
        </Link>
      </p>
      <ChooseLogs website={{ id, domain }} />
      <p>Long logs are faster with the command line:</p>
      <pre tabIndex={0}>npm run botgauge -- import --website {id} access.log</pre>
    </section>
  );
}
