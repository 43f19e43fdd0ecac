import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { CreatedShare, Share } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Confirm } from '../../parts/confirm.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { boundsInWords } from '../../words/bounds-in-words.js';
import { momentInWords } from '../../words/dates.js';
import { asShown } from '../../words/strangers.js';
import { NewLink } from './shares-new-link.js';
import type { PartProps } from './part-props.js';
import { ShareForm } from './shares-form.js';

const { item, shares: words } = texts.settings;
const SHARES = '/api/v1/websites/{id}/shares';

/** The links that show the reports of this website to others: made, listed and revoked. */
export function SharesPanel({ website, mayChange }: PartProps) {
  const { id, domain } = website;
  const { data, problem } = useAnswer(SHARES, { id });
  const { said, isUnderWay, make } = useChange();
  const [made, setMade] = useState<CreatedShare>();
  const shares = data?.shares ?? [];
  return (
    <Panel title={words.title(domain)} isThere={data !== undefined} problem={problem}>
      <p class="summary">{words.what(domain)}</p>
      {made && <NewLink share={made} onDone={() => setMade(undefined)} />}
      {shares.length === 0 && <p class="empty">{words.none}</p>}
      <ul class="items">
        {shares.map((share) => (
          <Item key={share.id} share={share} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && (
        <ShareForm
          said={said}
          isUnderWay={isUnderWay}
          onSubmit={async (body) => {
            const share = await make(
              () => client.POST(SHARES, { params: { path: { id } }, body }),
              SHARES,
            );
            if (share) setMade(share);
            return share !== undefined;
          }}
        />
      )}
    </Panel>
  );
}

/** What there is to know of a link besides its name, in short. */
function shareInWords(share: Share): string {
  const { first4, created_at, last_used_at, expires_at } = share;
  return [
    boundsInWords(share),
    words.token(first4),
    item.made(momentInWords(created_at)),
    last_used_at ? item.lastUsed(momentInWords(last_used_at)) : item.neverUsed,
    expires_at ? words.ends(momentInWords(expires_at)) : words.endsNever,
  ].join(' · ');
}

function Item({ share, mayChange }: { share: Share; mayChange: boolean }) {
  const { said, isUnderWay, make } = useChange();
  const { id } = share;
  const name = asShown(share.name);
  const revoke = async () => {
    const revoked = await make(
      () => client.DELETE('/api/v1/shares/{id}', { params: { path: { id } } }),
      SHARES,
    );
    return revoked !== undefined;
  };
  return (
    <li>
      <div class="what">
        <b>{name}</b>
        <p>{shareInWords(share)}</p>
      </div>
      {mayChange && (
        <div class="actions">
          <Confirm
            label={item.revoke}
            what={words.copy(name)}
            yes={item.revokeIt}
            isUnderWay={isUnderWay}
            onYes={revoke}
          >
            {words.revokes}
          </Confirm>
        </div>
      )}
      <Said text={said} />
    </li>
  );
}
