import { useState } from 'preact/hooks';
import type { Address } from '../address/address.js';
import { addDays, type Days, dayIn, isDay, spanOf } from '../address/days.js';
import { navigate } from '../address/navigation.js';
import { Link } from '../parts/link.js';
import { Menu } from '../parts/menu.js';
import { ALL_DAYS, allDays, type Bounds, hasBounds, isWithin } from '../address/bounds.js';
import { boundsInWords } from '../words/bounds-in-words.js';
import { spanInWords } from '../words/dates.js';

const PERIODS = [
  ['today', 'Today', 'd'],
  ['yesterday', 'Yesterday', undefined],
  ['last_7_days', 'Last 7 days', 'w'],
  ['last_30_days', 'Last 30 days', 'm'],
  ['this_month', 'This month', undefined],
  ['last_month', 'Last month', undefined],
] as const;

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The last twelve months as fixed days; the API has no name for them. */
export function lastYear(today: string): Days {
  return { start: addDays(today, -364), end: today };
}

interface PeriodMenuProps {
  address: Address;
  /** The only days that can be chosen. */
  bounds?: Bounds;
}

/** Chooses the days and the time zone in which they are days. */
export function PeriodMenu({ address, bounds = ALL_DAYS }: PeriodMenuProps) {
  const { days, timezone } = address;
  const today = dayIn(timezone ?? 'UTC', Date.now());
  const span = spanOf(days, today);
  const isOffered = (choice: Days) => isWithin(spanOf(choice, today), bounds);
  const all = allDays(bounds, today);
  const named = 'period' in days ? PERIODS.find(([name]) => name === days.period) : undefined;
  return (
    <Menu label={named?.[1] ?? spanInWords(span)} title="Period" class="period">
      <ul>
        {PERIODS.filter(([period]) => isOffered({ period })).map(([period, title, key]) => (
          <li key={period}>
            <Link to={{ days: { period } }} current={named?.[0] === period}>
              {title}
              {key && <kbd>{key}</kbd>}
            </Link>
          </li>
        ))}
        {isOffered(lastYear(today)) && (
          <li>
            <Link to={{ days: lastYear(today) }}>
              Last 12 months<kbd>y</kbd>
            </Link>
          </li>
        )}
        {all && (
          <li>
            <Link to={{ days: all }}>All days of this link</Link>
          </li>
        )}
      </ul>
      <DatesForm key={`${span.start} ${span.end}`} {...span} bounds={bounds} />
      {!hasBounds(bounds) && <ZoneChoice timezone={timezone} />}
    </Menu>
  );
}

function ZoneChoice({ timezone }: Pick<Address, 'timezone'>) {
  return (
    <label class="line">
      Days of
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

function DatesForm(props: { start: string; end: string; bounds: Bounds }) {
  const [start, setStart] = useState(props.start);
  const [end, setEnd] = useState(props.end);
  const fault =
    !isDay(start) || !isDay(end)
      ? 'Give both days, from 2000 on.'
      : start > end
        ? 'The first day is after the last one.'
        : !isWithin({ start, end }, props.bounds)
          ? `This link shows ${boundsInWords(props.bounds)}.`
          : undefined;
  const limits = { min: props.bounds.from ?? undefined, max: props.bounds.to ?? undefined };
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (!fault) navigate({ days: { start, end } });
  };
  return (
    <form class="dates" onSubmit={onSubmit}>
      <label>
        From
        <input
          type="date"
          {...limits}
          value={start}
          onInput={(event) => setStart(event.currentTarget.value)}
        />
      </label>
      <label>
        to
        <input
          type="date"
          {...limits}
          value={end}
          onInput={(event) => setEnd(event.currentTarget.value)}
        />
      </label>
      <button type="submit" data-closes={fault ? undefined : true} disabled={Boolean(fault)}>
        Show
      </button>
      {fault && <p role="alert">{fault}</p>}
    </form>
  );
}
