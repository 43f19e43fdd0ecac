import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import type { PartProps } from './part-props.js';
import { DeliveriesPanel } from './webhooks-deliveries.js';
import { WebhookForm } from './webhooks-form.js';
import { WebhookItem } from './webhooks-item.js';
import { type MadeSecret, NewSecret } from './webhooks-new-secret.js';

const { webhooks: words } = texts.settings;
const WEBHOOKS = '/api/v1/webhooks';

/** The addresses that are told of events, or one of them with what was sent to it. */
export function WebhooksPanel({ address, mayChange }: PartProps) {
  const { data, problem } = useAnswer(WEBHOOKS, {});
  const { said, isUnderWay, make } = useChange();
  const [made, setMade] = useState<MadeSecret>();
  const one = address.tab?.startsWith('wh_') ? address.tab : undefined;
  const all = data?.webhooks ?? [];
  const shown = one ? all.filter(({ id }) => id === one) : all;
  return (
    <>
      <Panel title={words.title} isThere={data !== undefined} problem={problem}>
        <p class="summary">
          {one ? <Link to={{ tab: 'webhooks' }}>{words.all}</Link> : words.what}
        </p>
        {made && <NewSecret of={made} onDone={() => setMade(undefined)} />}
        {shown.length === 0 && <p class="empty">{one ? words.unknown : words.none}</p>}
        <ul class="items">
          {shown.map((webhook) => (
            <WebhookItem
              key={webhook.id}
              webhook={webhook}
              mayChange={mayChange}
              isAlone={one !== undefined}
              onSecret={setMade}
            />
          ))}
        </ul>
        {mayChange && !one && (
          <WebhookForm
            key={all.length}
            label={words.make}
            said={said}
            isUnderWay={isUnderWay}
            onSubmit={async (body) => {
              const webhook = await make(() => client.POST(WEBHOOKS, { body }), WEBHOOKS);
              if (webhook) setMade(webhook);
              return webhook !== undefined;
            }}
          />
        )}
      </Panel>
      {one && shown.length > 0 && (
        <DeliveriesPanel id={one} cursor={address.cursor} mayChange={mayChange} />
      )}
    </>
  );
}
