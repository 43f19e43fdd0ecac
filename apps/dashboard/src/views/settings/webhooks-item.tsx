import { useState } from 'preact/hooks';
import { navigate } from '../../address/navigation.js';
import { client } from '../../api/client.js';
import type { Webhook } from '../../api/types.js';
import { type Change, useChange } from '../../api/use-change.js';
import { Confirm } from '../../parts/confirm.js';
import { Link } from '../../parts/link.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { asShown } from '../../words/strangers.js';
import { Rotate } from './rotate.js';
import { WebhookForm } from './webhooks-form.js';
import type { MadeSecret } from './webhooks-new-secret.js';
import { webhookInWords } from './webhooks-words.js';

const { form, item, webhooks: words } = texts.settings;
const LISTS = ['/api/v1/webhooks', '/api/v1/webhooks/{id}/deliveries'] as const;

interface WebhookItemProps {
  webhook: Webhook;
  mayChange: boolean;
  /** Whether its deliveries stand below it. */
  isAlone: boolean;
  /** Called with a secret that takes the place of the last one. */
  onSecret: (made: MadeSecret) => void;
}

/** A webhook, which can be tested, changed, rotated, disabled and deleted. */
export function WebhookItem({ webhook, mayChange, isAlone, onSecret }: WebhookItemProps) {
  const { id, url, disabled_at } = webhook;
  const change = useChange();
  const [isChanged, setChanged] = useState(false);
  const name = asShown(webhook.name);
  const params = { path: { id } };
  return (
    <li>
      <div class="what">
        <b>{name}</b>
        {disabled_at && <span class="mark">{words.disabled}</span>}
        <p>
          <code>{asShown(url)}</code>
        </p>
        <p>{webhookInWords(webhook)}</p>
      </div>
      <div class="actions">
        {!isAlone && (
          <Link to={{ tab: id }}>
            {words.deliveries}
            <span class="unseen"> {words.deliveriesTo(name)}</span>
          </Link>
        )}
        {mayChange && (
          <Actions
            {...{ webhook, name, change, onSecret }}
            onChange={() => setChanged(!isChanged)}
          />
        )}
      </div>
      {isChanged ? (
        <WebhookForm
          label={item.changeOne(name)}
          submit={form.save}
          start={webhook}
          said={change.said}
          isUnderWay={change.isUnderWay}
          onSubmit={async (body) => {
            const ask = () => client.PATCH('/api/v1/webhooks/{id}', { params, body });
            const isDone = (await change.make(ask, ...LISTS)) !== undefined;
            if (isDone) setChanged(false);
            return isDone;
          }}
        >
          <button type="button" onClick={() => setChanged(false)}>
            {texts.common.cancel}
          </button>
        </WebhookForm>
      ) : (
        <Said text={change.said} />
      )}
    </li>
  );
}

interface ActionsProps {
  webhook: Webhook;
  name: string;
  change: Change;
  onSecret: (made: MadeSecret) => void;
  onChange: () => void;
}

function Actions({ webhook, name, change, onSecret, onChange }: ActionsProps) {
  const { id, disabled_at } = webhook;
  const { isUnderWay, make } = change;
  const params = { path: { id } };
  const test = async () => {
    const ask = () => client.POST('/api/v1/webhooks/{id}/test', { params });
    // What comes of it is in the list of its deliveries.
    if (await make(ask, ...LISTS)) navigate({ tab: id, cursor: undefined });
  };
  const turn = () =>
    make(
      () =>
        client.POST(`/api/v1/webhooks/{id}/${disabled_at ? 'enable' : 'disable'}` as const, {
          params,
        }),
      ...LISTS,
    );
  return (
    <>
      <Doing label={words.test} {...{ name, isUnderWay }} onClick={test} />
      <Doing label={item.change} {...{ name, isUnderWay }} onClick={onChange} />
      <Rotate
        what={name}
        kind="secret"
        isUnderWay={isUnderWay}
        onRotate={async (overlap_seconds) => {
          const body = { overlap_seconds };
          const made = await make(
            () => client.POST('/api/v1/webhooks/{id}/rotate', { params, body }),
            ...LISTS,
          );
          if (made) onSecret(made);
          return made !== undefined;
        }}
      />
      <Doing
        label={disabled_at ? words.enable : words.disable}
        {...{ name, isUnderWay }}
        onClick={turn}
      />
      <Confirm
        label={item.delete}
        what={name}
        yes={words.deleteIt}
        isUnderWay={isUnderWay}
        onYes={async () =>
          (await make(() => client.DELETE('/api/v1/webhooks/{id}', { params }), LISTS[0])) !==
          undefined
        }
      >
        {words.deletes}
      </Confirm>
    </>
  );
}

interface DoingProps {
  label: string;
  name: string;
  isUnderWay: boolean;
  onClick: () => unknown;
}

function Doing({ label, name, isUnderWay, onClick }: DoingProps) {
  return (
    <button type="button" disabled={isUnderWay} onClick={() => void onClick()}>
      {label}
      <span class="unseen"> {name}</span>
    </button>
  );
}
