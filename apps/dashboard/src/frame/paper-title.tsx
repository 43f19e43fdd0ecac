import type { Address } from '../address/address.js';
import { dayIn, spanOf } from '../address/days.js';
import { texts } from '../texts/texts.js';
import type { View } from '../views/view.js';
import { spanInWords } from '../words/dates.js';

interface PaperTitleProps {
  address: Address;
  /** The domain of the website; undefined where all of them are shown. */
  domain: string | undefined;
  view: View;
}

/** What stands above a print, in place of what can be chosen: of what it is, and of which days. */
export function PaperTitle({ address, domain, view }: PaperTitleProps) {
  const zone = address.timezone ?? 'UTC';
  const days = spanInWords(spanOf(address.days, dayIn(zone, Date.now())));
  return (
    <div class="paper">
      <p class="name">{domain ?? texts.common.allWebsites}</p>
      <p>
        {domain !== undefined && `${view.title}: `}
        {!view.isWithoutVisits && texts.frame.paperDays(days, zone.replaceAll('_', ' '))}
      </p>
    </div>
  );
}
