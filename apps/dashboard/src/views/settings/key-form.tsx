import { useState } from 'preact/hooks';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';

export interface KeyFields {
  name: string;
  scope: 'full' | 'read';
  /** ISO 8601; null means never. */
  expires_at: string | null;
}

interface KeyFormProps {
  label: string;
  placeholder: string;
  /** Whether the key has a scope. */
  hasScope?: boolean;
  said: string | undefined;
  isUnderWay: boolean;
  /** Returns whether it was done. */
  onSubmit: (fields: KeyFields) => Promise<boolean>;
}

const DAY_MS = 86_400_000;
const LIVES = [1, 30, 90, 365] as const;
const { form, keys } = texts.settings;

/** Asks for what a new key is for, what it may do, and how long. */
export function KeyForm(props: KeyFormProps) {
  const { label, placeholder, hasScope, said, isUnderWay, onSubmit } = props;
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyFields['scope']>('read');
  const [days, setDays] = useState('');
  const send = async (event: Event) => {
    event.preventDefault();
    const expires_at = days && new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    if (await onSubmit({ name: name.trim(), scope, expires_at: expires_at || null })) setName('');
  };
  return (
    <form class="form" aria-label={label} onSubmit={(event) => void send(event)}>
      <label>
        {form.name}
        <input
          type="text"
          required
          maxLength={200}
          placeholder={placeholder}
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      {hasScope && (
        <label>
          {keys.form.scope}
          <select
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value as KeyFields['scope'])}
          >
            <option value="read">{keys.form.read}</option>
            <option value="full">{keys.form.full}</option>
          </select>
        </label>
      )}
      <label>
        {form.howLong}
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          <option value="">{form.lives.none}</option>
          {LIVES.map((life) => (
            <option key={life} value={life}>
              {form.lives[life]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="main" disabled={isUnderWay}>
        {label}
      </button>
      <Said text={said} />
    </form>
  );
}
