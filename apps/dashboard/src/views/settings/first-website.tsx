import '../../style/forms.css';
import { navigate } from '../../address/navigation.js';
import { useOwnSession } from '../../api/use-own-session.js';
import { NewWebsite } from './new-website.js';

/** The account is empty: the first website is made, and then the first sender is chosen. */
export function FirstWebsite() {
  const session = useOwnSession();
  return (
    <section class="panel wide-notice">
      <h1>There is no website yet</h1>
      <p>
        Make one for the domain in your logs. Then you choose what sends the logs, and see the first
        entry arrive.
      </p>
      {session?.scope === 'read' ? (
        <p class="notice">
          Your key may only read. Sign in with a key of scope full to make a website, or let whoever
          runs the service make one.
        </p>
      ) : (
        <NewWebsite
          onMade={({ id }) => navigate({ website: id, view: 'feeds', tab: 'setup', filters: {} })}
        />
      )}
      <details>
        <summary>By command, or by program</summary>
        <pre tabIndex={0}>
          npm run botgauge -- websites create --account {session?.account_id ?? 'acc_…'} --domain
          shop.example
        </pre>
        <p>
          The same can be done with <code>POST /api/v1/websites</code>, see the{' '}
          <a href="docs">API reference</a>.
        </p>
      </details>
    </section>
  );
}
