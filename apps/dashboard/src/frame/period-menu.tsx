import { useState } from 'preact/hooks';
import type { Address } from '../address/address.js';
import { addDays, type Days, dayIn, spanOf } from '../address/days.js';
import { lazily } from '../lazy/lazily.js';
import { Link } from '../parts/link.js';
import { Menu } from '../parts/menu.js';
import { ALL_DAYS, allDays, type Bounds, isWithin } from '../address/bounds.js';
import { spanInWords } from '../words/dates.js';

const PERIODS = [
  ['today', 'Today', 'd'],
  ['yesterday', 'Yesterday', undefined],
  ['last_7_days', 'Last 7 days', 'w'],
  ['last_30_days', 'Last 30 days', 'm'],
  ['this_month', 'This month', undefined],
  ['last_month', 'Last month', undefined],
] as const;

/** Most readers choose a period that has a name. */
const ownDays = lazily(async () => (await import('./own-days.js')).OwnDays, 3);

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
  const [isOpen, open] = useState(false);
  const today = dayIn(timezone ?? 'UTC', Date.now());
  const span = spanOf(days, today);
  const isOffered = (choice: Days) => isWithin(spanOf(choice, today), bounds);
  const all = allDays(bounds, today);
  const named = 'period' in days ? PERIODS.find(([name]) => name === days.period) : undefined;
  return (
    <Menu
      label={named?.[1] ?? spanInWords(span)}
      title="Period"
      class="period"
      onOpen={() => open(true)}
    >
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
      {isOpen && (
        <ownDays.Component key={`${span.start} ${span.end}`} {...{ ...span, bounds, timezone }} />
      )}
    </Menu>
  );
}
