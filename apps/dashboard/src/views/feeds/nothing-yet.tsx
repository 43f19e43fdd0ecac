import type { Website } from '../../api/types.js';
import { ChooseLogs } from '../../drop/choose-logs.js';
import { Link } from '../../parts/link.js';
import { texts } from '../../texts/texts.js';
import { SETUP } from './setup-tab.js';

/** Nothing came on any feed: leads to the ways in. */
export function NothingYet({ website: { id, domain } }: { website: Website }) {
  return (
    <section class="panel wide-notice">
      <h2>{texts.feeds.nothingYet(domain)}</h2>
      <p>{texts.feeds.nothingYetDo}</p>
      <p>
        <Link to={{ tab: SETUP }} class="main">
          {texts.feeds.setUp}
        </Link>
      </p>
      <ChooseLogs website={{ id, domain }} />
      <p>{texts.feeds.commandLine}</p>
      <pre tabIndex={0}>npm run botgauge -- import --website {id} access.log</pre>
    </section>
  );
}
