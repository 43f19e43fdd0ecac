import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Webhook } from '../../api/types.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { ALERT_KINDS, type EventKind, titleOf } from '../alerts/kinds.js';

export type WebhookFields = Pick<Webhook, 'name' | 'url' | 'kinds'>;

interface WebhookFormProps {
  label: string;
  /** On the button, if it says something else. */
  submit?: string;
  start?: WebhookFields;
  said: string | undefined;
  isUnderWay: boolean;
  /** Returns whether it was done. */
  onSubmit: (fields: WebhookFields) => Promise<boolean>;
  /** More buttons. */
  children?: ComponentChildren;
}

const { form: words } = texts.settings.webhooks;
const EVENT_KINDS: readonly EventKind[] = [...ALERT_KINDS, 'webhook_disabled'];
const NEW: WebhookFields = { name: '', url: '', kinds: null };

/** Asks where messages are sent, and of which events. */
export function WebhookForm(props: WebhookFormProps) {
  const { label, submit = label, start = NEW, said, isUnderWay, onSubmit, children } = props;
  const [name, setName] = useState(start.name);
  const [url, setUrl] = useState(start.url);
  const [kinds, setKinds] = useState<readonly EventKind[]>(start.kinds ?? EVENT_KINDS);
  // All of them stand for those of later releases, too.
  const isAll = kinds.length === EVENT_KINDS.length;
  const send = (event: Event) => {
    event.preventDefault();
    const chosen = isAll ? null : [...kinds];
    void onSubmit({ name: name.trim(), url: url.trim(), kinds: chosen });
  };
  return (
    <form class="form" aria-label={label} onSubmit={send}>
      <label>
        {texts.settings.form.name}
        <input
          type="text"
          required
          maxLength={200}
          placeholder={words.example}
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label class="wide">
        {words.address}
        <input
          type="text"
          inputMode="url"
          required
          maxLength={2_048}
          placeholder="https://hooks.example/botgauge"
          autocomplete="off"
          spellcheck={false}
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </label>
      <KindChoice kinds={kinds} onChange={setKinds} />
      <button type="submit" class="main" disabled={isUnderWay || kinds.length === 0}>
        {submit}
      </button>
      {children}
      <Said text={kinds.length === 0 ? words.noKinds : said} />
    </form>
  );
}

interface KindChoiceProps {
  kinds: readonly EventKind[];
  onChange: (kinds: readonly EventKind[]) => void;
}

function KindChoice({ kinds, onChange }: KindChoiceProps) {
  return (
    <fieldset class="kinds">
      <legend>{words.kinds}</legend>
      {EVENT_KINDS.map((kind) => (
        <label key={kind}>
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              onChange(EVENT_KINDS.filter((one) => (one === kind ? checked : kinds.includes(one))));
            }}
          />
          {titleOf(kind)}
        </label>
      ))}
    </fieldset>
  );
}
