import { useState } from 'preact/hooks';
import { isDay } from '../../address/days.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';

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
const LIVES = [30, 90, 365] as const;
const { form: common, shares } = texts.settings;
const { form: words } = shares;

/** Asks for whom a new link is, which days it shows, and how long it works. */
export function ShareForm({ said, isUnderWay, onSubmit }: ShareFormProps) {
  const [name, setName] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [life, setLife] = useState(`${LIVES[0]}`);
  const fault = faultOf(from, to);
  const send = async (event: Event) => {
    event.preventDefault();
    if (fault) return;
    const expires_at = life ? new Date(Date.now() + Number(life) * DAY_MS).toISOString() : null;
    const fields = { name: name.trim(), from: from || null, to: to || null, expires_at };
    if (await onSubmit(fields)) setName('');
  };
  return (
    <form class="form" aria-label={words.make} onSubmit={(event) => void send(event)}>
      <label>
        {words.name}
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
      <label>
        {words.from}
        <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <label>
        {words.to}
        <input type="date" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
      </label>
      <label>
        {common.howLong}
        <select value={life} onChange={(event) => setLife(event.currentTarget.value)}>
          {LIVES.map((days) => (
            <option key={days} value={days}>
              {common.lives[days]}
            </option>
          ))}
          <option value="">{common.lives.none}</option>
        </select>
      </label>
      <button type="submit" class="main" disabled={isUnderWay || fault !== undefined}>
        {words.make}
      </button>
      <p class="hint">{words.hint}</p>
      <Said text={fault ?? said} />
    </form>
  );
}

function faultOf(from: string, to: string): string | undefined {
  if ([from, to].some((day) => day !== '' && !isDay(day))) return words.noDays;
  return from && to && from > to ? texts.common.reversedDays : undefined;
}
