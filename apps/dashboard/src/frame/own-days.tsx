import './own-days.css';
import { useState } from 'preact/hooks';
import { type Bounds, hasBounds, isWithin } from '../address/bounds.js';
import { isDay, type Span } from '../address/days.js';
import { navigate } from '../address/navigation.js';
import { texts } from '../texts/texts.js';
import { boundsInWords } from '../words/bounds-in-words.js';

const { ownDays: words } = texts.frame;
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface OwnDaysProps extends Span {
  /** The only days that can be chosen. */
  bounds: Bounds;
  timezone: string | undefined;
}

/** Chooses any first and last day, and the time zone in which they are days. */
export function OwnDays({ timezone, ...days }: OwnDaysProps) {
  return (
    <>
      <DatesForm {...days} />
      {!hasBounds(days.bounds) && <ZoneChoice timezone={timezone} />}
    </>
  );
}

function ZoneChoice({ timezone }: { timezone: string | undefined }) {
  return (
    <label class="line">
      {words.zone}
      <select
        value={timezone ?? 'UTC'}
        onChange={(event) => {
          const zone = event.currentTarget.value;
          navigate({ timezone: zone === 'UTC' ? undefined : zone });
        }}
      >
        {[...new Set(['UTC', OWN_ZONE, timezone ?? 'UTC'])].map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  );
}

function DatesForm(props: Span & { bounds: Bounds }) {
  const [start, setStart] = useState(props.start);
  const [end, setEnd] = useState(props.end);
  const fault =
    !isDay(start) || !isDay(end)
      ? words.none
      : start > end
        ? texts.common.reversedDays
        : !isWithin({ start, end }, props.bounds)
          ? words.notShown(boundsInWords(props.bounds))
          : undefined;
  const limits = { min: props.bounds.from ?? undefined, max: props.bounds.to ?? undefined };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (!fault) navigate({ days: { start, end } });
  };
  return (
    <form class="dates" onSubmit={onSubmit}>
      <label>
        {words.from}
        <input
          type="date"
          {...limits}
          value={start}
          onInput={(event) => setStart(event.currentTarget.value)}
        />
      </label>
      <label>
        {words.to}
        <input
          type="date"
          {...limits}
          value={end}
          onInput={(event) => setEnd(event.currentTarget.value)}
        />
      </label>
      <button type="submit" data-closes={fault ? undefined : true} disabled={Boolean(fault)}>
        {words.show}
      </button>
      {fault && <p role="alert">{fault}</p>}
    </form>
  );
}
