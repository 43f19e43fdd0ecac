import { client } from '../../api/client.js';
import type { Session } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Confirm } from '../../parts/confirm.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { momentInWords } from '../../words/dates.js';
import { asShown } from '../../words/strangers.js';

const { sessions: words } = texts.settings;
const SESSIONS = '/api/v1/sessions';

/** The browsers that are signed in to the account, each of which can be signed out. */
export function SessionsPanel({ mayChange }: { mayChange: boolean }) {
  const { data, problem } = useAnswer(SESSIONS, {});
  const sessions = [...(data?.sessions ?? [])].sort(byLastUse);
  return (
    <Panel title={words.title} isThere={data !== undefined} problem={problem}>
      <p class="summary">{words.what}</p>
      <ul class="items">
        {sessions.map((session) => (
          <Item key={session.id} session={session} mayChange={mayChange} />
        ))}
      </ul>
    </Panel>
  );
}

/** The session that was used last comes first. */
const byLastUse = (one: Session, other: Session) =>
  Date.parse(other.last_used_at) - Date.parse(one.last_used_at);

function Item({ session, mayChange }: { session: Session; mayChange: boolean }) {
  const { said, isUnderWay, make } = useChange();
  const { id, key_name, scope, created_at, last_used_at, expires_at, current } = session;
  const end = async () => {
    const ended = await make(
      () => client.DELETE('/api/v1/sessions/{id}', { params: { path: { id } } }),
      SESSIONS,
    );
    return ended !== undefined;
  };
  return (
    <li>
      <div class="what">
        <b>{words.key(asShown(key_name))}</b>
        {current && <span class="mark">{words.thisOne}</span>}
        <p>
          {words.rights[scope]} ·{' '}
          {words.times({
            since: momentInWords(created_at),
            used: momentInWords(last_used_at),
            ends: momentInWords(expires_at),
          })}
        </p>
      </div>
      {mayChange && (
        <div class="actions">
          <Confirm
            label={words.end}
            what={words.since(momentInWords(created_at))}
            yes={words.endIt}
            isUnderWay={isUnderWay}
            onYes={end}
          >
            {current ? words.thisBrowser : words.thatBrowser}
          </Confirm>
        </div>
      )}
      <Said text={said} />
    </li>
  );
}
