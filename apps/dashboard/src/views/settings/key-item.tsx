import { client } from '../../api/client.js';
import type { CreatedKey, Key } from '../../api/types.js';
import { useChange } from '../../api/use-change.js';
import { Confirm } from '../../parts/confirm.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { asShown } from '../../words/strangers.js';
import { keyInWords } from './key-words.js';
import { Rotate } from './rotate.js';

const { item: words } = texts.settings;

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
              kind="key"
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
            label={words.revoke}
            what={name}
            yes={words.revokeIt}
            isUnderWay={isUnderWay}
            onYes={async () =>
              (await make(() => client.DELETE('/api/v1/keys/{id}', { params }), ...LISTS)) !==
              undefined
            }
          >
            {texts.settings.keys.revokes[of.kind]}
          </Confirm>
        </div>
      )}
      <Said text={said} />
    </li>
  );
}
