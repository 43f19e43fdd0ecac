import '../../style/forms.css';
import { navigate } from '../../address/navigation.js';
import { useOwnSession } from '../../api/use-own-session.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import { NewWebsite } from './new-website.js';

const { firstWebsite: words } = texts.settings;

/** The account is empty: the first website is made, and then the first sender is chosen. */
export function FirstWebsite() {
  const session = useOwnSession();
  return (
    <section class="panel wide-notice">
      <h1>{words.title}</h1>
      <p>{words.what}</p>
      {session?.scope === 'read' ? (
        <p class="notice">{words.mayOnlyRead}</p>
      ) : (
        <NewWebsite
          onMade={({ id }) => navigate({ website: id, view: 'feeds', tab: 'setup', filters: {} })}
        />
      )}
      <details>
        <summary>{words.byCommand}</summary>
        <pre tabIndex={0}>
          npm run botgauge -- websites create --account {session?.account_id ?? 'acc_…'} --domain
          shop.example
        </pre>
        <p>
          <Rich text={words.byProgram} elements={{ api: (title) => <a href="docs">{title}</a> }} />
        </p>
      </details>
    </section>
  );
}
