import { useState } from 'preact/hooks';
import { navigate } from '../../address/navigation.js';
import { client } from '../../api/client.js';
import type { Website } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import { momentInWords } from '../../words/dates.js';
import { DeleteWebsite } from './delete-website.js';
import { NewWebsite } from './new-website.js';
import type { PartProps } from './part-props.js';
import { WebsiteForm } from './website-form.js';

const { form, item, websites: words } = texts.settings;

/** The websites of the account: made, changed and deleted. */
export function WebsitesPanel({ address, website: shown, mayChange }: PartProps) {
  const { data, problem } = useAnswer('/api/v1/websites', {});
  const { add } = address;
  const form = mayChange && <AddWebsite domain={add} />;
  return (
    <Panel title={words.title} isThere={data !== undefined} problem={problem}>
      {add !== undefined && form}
      <p class="summary">{words.which}</p>
      <ul class="items">
        {data?.websites.map((website) => (
          <Item
            key={website.id}
            website={website}
            isShown={website.id === shown.id}
            mayChange={mayChange}
          />
        ))}
      </ul>
      {add === undefined && form}
    </Panel>
  );
}

/** The form of a new website. With a domain, somebody wants to add just this one. */
function AddWebsite({ domain }: { domain: string | undefined }) {
  return (
    <>
      <h3>{words.add}</h3>
      {domain !== undefined && <p class="summary">{words.fromThenOn}</p>}
      <NewWebsite
        key={domain}
        domain={domain}
        onMade={({ id }) => navigate({ website: id, view: undefined, tab: undefined, filters: {} })}
      />
    </>
  );
}

interface ItemProps {
  website: Website;
  isShown: boolean;
  mayChange: boolean;
}

function Item({ website, isShown, mayChange }: ItemProps) {
  const { id, domain, count, behaviour, created_at } = website;
  const [open, setOpen] = useState<'change' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <li>
      <div class="what">
        <b>{domain}</b>
        {isShown && <span class="mark">{words.shown}</span>}
        <p>
          <Rich
            text={words.one({
              counts: words.counts[count],
              judges: words.judges[behaviour],
              since: momentInWords(created_at),
            })}
            elements={{ id: () => <code>{id}</code> }}
          />
        </p>
      </div>
      <div class="actions">
        <Link to={{ website: id, view: undefined, tab: undefined, filters: {} }}>
          {words.open}
          <span class="unseen"> {domain}</span>
        </Link>
        {mayChange && (
          <>
            <button type="button" onClick={() => setOpen('change')}>
              {item.change}
              <span class="unseen"> {domain}</span>
            </button>
            <button type="button" onClick={() => setOpen('delete')}>
              {item.delete}
              <span class="unseen"> {domain}</span>
            </button>
          </>
        )}
      </div>
      {open === 'change' && <ChangeWebsite website={website} onDone={close} />}
      {open === 'delete' && <DeleteWebsite website={website} isShown={isShown} onDone={close} />}
    </li>
  );
}

function ChangeWebsite({ website, onDone }: { website: Website; onDone: () => void }) {
  const { said, isUnderWay, make } = useChange();
  return (
    <WebsiteForm
      label={item.changeOne(website.domain)}
      submit={form.save}
      start={website}
      said={said}
      isUnderWay={isUnderWay}
      onSubmit={async ({ domain, count, behaviour }) => {
        const changed = await make(
          () =>
            client.PATCH('/api/v1/websites/{id}', {
              params: { path: { id: website.id } },
              body: { domain, count, behaviour },
            }),
          '/api/v1/websites',
        );
        if (changed) onDone();
        return changed !== undefined;
      }}
    >
      <button type="button" onClick={onDone}>
        {texts.common.cancel}
      </button>
    </WebsiteForm>
  );
}
