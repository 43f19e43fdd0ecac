import { useState } from 'preact/hooks';
import { Said } from '../../parts/said.js';

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
const LIVES = [
  [null, 'Until it is revoked'],
  [1, '1 day'],
  [30, '30 days'],
  [90, '90 days'],
  [365, '1 year'],
] as const;

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
        What it is for
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
          What it may do
          <select
            value={scope}
            onChange={(event) => setScope(event.currentTarget.value as KeyFields['scope'])}
          >
            <option value="read">Read everything</option>
            <option value="full">Read and change everything</option>
          </select>
        </label>
      )}
      <label>
        How long
        <select value={days} onChange={(event) => setDays(event.currentTarget.value)}>
          {LIVES.map(([life, title]) => (
            <option key={title} value={life ?? ''}>
              {title}
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
