import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { CreatedShare, Share } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Confirm } from '../../parts/confirm.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { boundsInWords } from '../../words/bounds-in-words.js';
import { momentInWords } from '../../words/dates.js';
import { asShown } from '../../words/strangers.js';
import { NewLink } from './shares-new-link.js';
import type { PartProps } from './part-props.js';
import { ShareForm } from './shares-form.js';

const SHARES = '/api/v1/websites/{id}/shares';

/** The links that show the reports of this website to others: made, listed and revoked. */
export function SharesPanel({ website, mayChange }: PartProps) {
  const { id, domain } = website;
  const { data, problem } = useAnswer(SHARES, { id });
  const { said, isUnderWay, make } = useChange();
  const [made, setMade] = useState<CreatedShare>();
  const shares = data?.shares ?? [];
  return (
    <Panel title={`Shared links of ${domain}`} isThere={data !== undefined} problem={problem}>
      <p class="summary">
        Whoever has such a link reads the reports of {domain}, also the paths of its pages, and
        nothing else: no keys, log sources, networks or other websites. Nobody can change anything
        with it.
      </p>
      {made && <NewLink share={made} onDone={() => setMade(undefined)} />}
      {shares.length === 0 && <p class="empty">Nothing is shared.</p>}
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

function Item({ share, mayChange }: { share: Share; mayChange: boolean }) {
  const { said, isUnderWay, make } = useChange();
  const { id, first4, created_at, last_used_at, expires_at } = share;
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
        <p>
          {boundsInWords(share)} · token {first4}… · made {momentInWords(created_at)} ·{' '}
          {last_used_at ? `last used ${momentInWords(last_used_at)}` : 'never used'} ·{' '}
          {expires_at ? `expires ${momentInWords(expires_at)}` : 'until it is revoked'}
        </p>
      </div>
      {mayChange && (
        <div class="actions">
          <Confirm
            label="Revoke"
            what={`the link ${name}`}
            yes="Revoke it"
            isUnderWay={isUnderWay}
            onYes={revoke}
          >
            Nobody reads with this link any more, also where it is open now. It cannot be taken
            back.
          </Confirm>
        </div>
      )}
      <Said text={said} />
    </li>
  );
}
