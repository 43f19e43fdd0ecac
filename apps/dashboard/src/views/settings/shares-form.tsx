import { useState } from 'preact/hooks';
import { isDay } from '../../address/days.js';
import { Said } from '../../parts/said.js';

export interface ShareFields {
  name: string;
  /** Days of UTC; null means that there is no bound on that side. */
  from: string | null;
  to: string | null;
  /** ISO 8601; null means never. */
  expires_at: string | null;
}

interface ShareFormProps {
  said: string | undefined;
  isUnderWay: boolean;
  /** Returns whether it was done. */
  onSubmit: (fields: ShareFields) => Promise<boolean>;
}

const DAY_MS = 86_400_000;
const LIVES = [
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', '1 year'],
  ['', 'Until it is revoked'],
] as const;

/** Asks for whom a new link is, which days it shows, and how long it works. */
export function ShareForm({ said, isUnderWay, onSubmit }: ShareFormProps) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [life, setLife] = useState<string>(LIVES[0][0]);
  const fault = faultOf(from, to);
  const send = async (event: Event) => {
    event.preventDefault();
    if (fault) return;
    const expires_at = life ? new Date(Date.now() + Number(life) * DAY_MS).toISOString() : null;
    const fields = { name: name.trim(), from: from || null, to: to || null, expires_at };
    if (await onSubmit(fields)) setName('');
  };
  return (
    <form class="form" aria-label="Make a shared link" onSubmit={(event) => void send(event)}>
      <label>
        For whom
        <input
          type="text"
          required
          maxLength={200}
          placeholder="Our agency"
          autocomplete="off"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label>
        First day it shows
        <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <label>
        Last day
        <input type="date" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
      </label>
      <label>
        How long
        <select value={life} onChange={(event) => setLife(event.currentTarget.value)}>
          {LIVES.map(([days, title]) => (
            <option key={title} value={days}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="main" disabled={isUnderWay || fault !== undefined}>
        Make a shared link
      </button>
      <p class="hint">
        Days are days of UTC. Without them, the link shows all days, also new ones.
      </p>
      <Said text={fault ?? said} />
    </form>
  );
}

function faultOf(from: string, to: string): string | undefined {
  if ([from, to].some((day) => day !== '' && !isDay(day))) return 'Give days from 2000 on.';
  return from && to && from > to ? 'The first day is after the last one.' : undefined;
}
