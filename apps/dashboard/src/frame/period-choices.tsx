import type { Bounds } from '../address/bounds.js';
import { allDays, isWithin } from '../address/bounds.js';
import { type Days, type Span, spanOf } from '../address/days.js';
import { Link } from '../parts/link.js';
import { OwnDays } from './own-days.js';
import { lastYear, PERIODS } from './periods.js';

interface PeriodChoicesProps {
  days: Days;
  span: Span;
  today: string;
  /** The only days that can be chosen. */
  bounds: Bounds;
  timezone: string | undefined;
}

/** What the menu of periods offers. */
export function PeriodChoices({ days, span, today, bounds, timezone }: PeriodChoicesProps) {
  const isOffered = (choice: Days) => isWithin(spanOf(choice, today), bounds);
  const all = allDays(bounds, today);
  return (
    <>
      <ul>
        {PERIODS.filter(([period]) => isOffered({ period })).map(([period, title, key]) => (
          <li key={period}>
            <Link to={{ days: { period } }} current={'period' in days && days.period === period}>
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
      <OwnDays key={`${span.start} ${span.end}`} {...{ ...span, bounds, timezone }} />
    </>
  );
}
