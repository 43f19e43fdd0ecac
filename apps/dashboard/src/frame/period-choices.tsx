import type { Bounds } from '../address/bounds.js';
import { allDays, isWithin } from '../address/bounds.js';
import { type Days, PERIODS, type Span, spanOf } from '../address/days.js';
import { Link } from '../parts/link.js';
import { texts } from '../texts/texts.js';
import { OwnDays } from './own-days.js';
import { KEYS, lastYear } from './periods.js';

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
        {PERIODS.filter((period) => isOffered({ period })).map((period) => (
          <li key={period}>
            <Link to={{ days: { period } }} current={'period' in days && days.period === period}>
              {texts.frame.periods[period]}
              {KEYS[period] && <kbd>{KEYS[period]}</kbd>}
            </Link>
          </li>
        ))}
        {isOffered(lastYear(today)) && (
          <li>
            <Link to={{ days: lastYear(today) }}>
              {texts.frame.lastYear}
              <kbd>y</kbd>
            </Link>
          </li>
        )}
        {all && (
          <li>
            <Link to={{ days: all }}>{texts.frame.allDays}</Link>
          </li>
        )}
      </ul>
      <OwnDays key={`${span.start} ${span.end}`} {...{ ...span, bounds, timezone }} />
    </>
  );
}
