import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { CreatedKey, Key } from '../../api/types.js';
import { useChange } from '../../api/use-change.js';
import { Confirm } from '../../parts/confirm.js';
import { Said } from '../../parts/said.js';
import { asShown } from '../../words/strangers.js';
import { keyInWords } from './key-words.js';

interface KeyItemProps {
  of: Key;
  mayChange: boolean;
  /** Called with the successor of the key. */
  onMade: (key: CreatedKey) => void;
}

const LISTS = ['/api/v1/keys', '/api/v1/websites/{id}/keys'] as const;

/** A key, which can be replaced by another one or ended. */
export function KeyItem({ of, mayChange, onMade }: KeyItemProps) {
  const { said, isUnderWay, make } = useChange();
  const name = asShown(of.name);
  const params = { path: { id: of.id } };
  return (
    <li>
      <div class="what">
        <b>{name}</b>
        <p>{keyInWords(of, Date.now())}</p>
      </div>
      {mayChange && (
        <div class="actions">
          {of.replaced_by === null && (
            <Rotate
              what={name}
              isUnderWay={isUnderWay}
              onRotate={async (overlap_seconds) => {
                const key = await make(
                  () =>
                    client.POST('/api/v1/keys/{id}/rotate', { params, body: { overlap_seconds } }),
                  ...LISTS,
                );
                if (key) onMade(key);
                return key !== undefined;
              }}
            />
          )}
          <Confirm
            label="Revoke"
            what={name}
            yes="Revoke it"
            isUnderWay={isUnderWay}
            onYes={async () =>
              (await make(() => client.DELETE('/api/v1/keys/{id}', { params }), ...LISTS)) !==
              undefined
            }
          >
            {of.kind === 'bot'
              ? 'Whoever sends with this key is refused from now on.'
              : 'Programs with this key are refused from now on, and browsers that signed in with it are signed out.'}{' '}
            It cannot be taken back.
          </Confirm>
        </div>
      )}
      <Said text={said} />
    </li>
  );
}

const OVERLAPS = [
  [86_400, 'another day'],
  [3_600, 'another hour'],
  [604_800, 'another week'],
  [0, 'no longer: it stops at once'],
] as const;

interface RotateProps {
  what: string;
  isUnderWay: boolean;
  onRotate: (overlapSeconds: number) => Promise<boolean>;
}

/** Replaces a key, while the old one goes on for as long as it takes to put the new one in place. */
function Rotate({ what, isUnderWay, onRotate }: RotateProps) {
  const [overlap, setOverlap] = useState(`${OVERLAPS[0][0]}`);
  return (
    <Confirm
      label="Rotate"
      what={what}
      yes="Make the new key"
      isUnderWay={isUnderWay}
      onYes={() => onRotate(Number(overlap))}
    >
      A new key with the same rights takes its place. The old one works{' '}
      <select
        aria-label="How long the old key works"
        value={overlap}
        onChange={(event) => setOverlap(event.currentTarget.value)}
      >
        {OVERLAPS.map(([seconds, title]) => (
          <option key={seconds} value={seconds}>
            {title}
          </option>
        ))}
      </select>
    </Confirm>
  );
}
