import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { CreatedKey, Key } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { NewKey } from '../../parts/new-key.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { KeyForm } from './key-form.js';
import { KeyItem } from './key-item.js';
import { isLive } from './key-words.js';
import type { PartProps } from './part-props.js';

const { keys: words } = texts.settings;

/** As many as the API gives at once. */
const MOST = 1_000;
const API_KEYS = '/api/v1/keys';
const TRACKING_KEYS = '/api/v1/websites/{id}/keys';

/** The keys of the shown website, with which its logs are sent, and the keys of the account. */
export function KeysPanel(props: PartProps) {
  return (
    <>
      <TrackingKeys {...props} />
      <ApiKeys {...props} />
    </>
  );
}

function TrackingKeys({ website, mayChange }: PartProps) {
  const { id, domain } = website;
  const answer = useAnswer(TRACKING_KEYS, { id, query: { limit: MOST } });
  const { said, isUnderWay, make } = useChange();
  const [made, setMade] = useState<CreatedKey>();
  return (
    <Panel
      title={words.ofWebsite.title(domain)}
      isThere={answer.data !== undefined}
      problem={answer.problem}
      lines={10}
    >
      <p class="summary">{words.ofWebsite.what}</p>
      {made && <NewKey name={made.name} value={made.key} onDone={() => setMade(undefined)} />}
      <Keys keys={answer.data?.keys ?? []} mayChange={mayChange} onMade={setMade} />
      {mayChange && (
        <KeyForm
          label={words.ofWebsite.make}
          placeholder={words.ofWebsite.example}
          said={said}
          isUnderWay={isUnderWay}
          onSubmit={async ({ name, expires_at }) => {
            const key = await make(
              () =>
                client.POST(TRACKING_KEYS, {
                  params: { path: { id } },
                  body: { name, expires_at },
                }),
              TRACKING_KEYS,
            );
            setMade(key);
            return key !== undefined;
          }}
        />
      )}
    </Panel>
  );
}

function ApiKeys({ mayChange }: PartProps) {
  const answer = useAnswer(API_KEYS, { query: { limit: MOST } });
  const { said, isUnderWay, make } = useChange();
  const [made, setMade] = useState<CreatedKey>();
  return (
    <Panel
      title={words.ofAccount.title}
      isThere={answer.data !== undefined}
      problem={answer.problem}
    >
      <p class="summary">{words.ofAccount.what}</p>
      {made && <NewKey name={made.name} value={made.key} onDone={() => setMade(undefined)} />}
      <Keys keys={answer.data?.keys ?? []} mayChange={mayChange} onMade={setMade} />
      {mayChange && (
        <KeyForm
          label={words.ofAccount.make}
          placeholder={words.ofAccount.example}
          hasScope
          said={said}
          isUnderWay={isUnderWay}
          onSubmit={async (body) => {
            const key = await make(() => client.POST(API_KEYS, { body }), API_KEYS);
            setMade(key);
            return key !== undefined;
          }}
        />
      )}
    </Panel>
  );
}

interface KeysProps {
  keys: readonly Key[];
  mayChange: boolean;
  /** Called with the successor of a key. */
  onMade: (key: CreatedKey) => void;
}

function Keys({ keys, mayChange, onMade }: KeysProps) {
  const now = Date.now();
  const live = keys.filter((key) => isLive(key, now));
  const ended = keys.filter((key) => !isLive(key, now));
  return (
    <>
      {live.length === 0 && <p class="empty">{words.none}</p>}
      <ul class="items">
        {live.map((key) => (
          <KeyItem key={key.id} of={key} mayChange={mayChange} onMade={onMade} />
        ))}
      </ul>
      {ended.length > 0 && (
        <details>
          <summary>{words.ended(ended.length)}</summary>
          <ul class="items">
            {ended.map((key) => (
              <KeyItem key={key.id} of={key} mayChange={false} onMade={onMade} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
