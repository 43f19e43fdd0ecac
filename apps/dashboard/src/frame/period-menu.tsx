import { useState } from 'preact/hooks';
import type { Address } from '../address/address.js';
import { dayIn, spanOf } from '../address/days.js';
import { lazily } from '../lazy/lazily.js';
import { Menu } from '../parts/menu.js';
import { loadMenuParts } from './load-menu-parts.js';
import { ALL_DAYS, type Bounds } from '../address/bounds.js';
import { texts } from '../texts/texts.js';
import { spanInWords } from '../words/dates.js';

const choices = lazily(async () => (await loadMenuParts()).PeriodChoices);

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
  return (
    <Menu
      label={'period' in days ? texts.frame.periods[days.period] : spanInWords(span)}
      title={texts.frame.period}
      class="period"
      onOpen={() => open(true)}
    >
      {isOpen && <choices.Component {...{ days, span, today, bounds, timezone }} />}
    </Menu>
  );
}
