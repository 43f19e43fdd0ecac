import { intervalOf, lengthOf, spanOf } from '../../address/days.js';
import { type Address, withFilter } from '../../address/address.js';
import { navigate } from '../../address/navigation.js';
import { askedBots, askedDaysOfBots, askedDimension, askedPage } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { texts } from '../../texts/texts.js';
import { OverTime } from '../over-time.js';
import type { ViewProps } from '../view.js';
import { ClaimedBots } from './claimed-bots.js';
import { FalseNetworks } from './false-networks.js';
import { FalsePages } from './false-pages.js';
import { NothingSpoofed } from './nothing-spoofed.js';
import { VerdictPanel } from './verdict-panel.js';
import { nothingOf, verdictsOf } from './verdicts.js';

/** Verification: what addresses prove, and visits under the name of a bot whose operator has others. */
export function Spoofed(props: ViewProps) {
  const { address, website, today } = props;
  const { filters } = address;
  const asked = askedOf(address);
  const length = lengthOf(spanOf(address.days, today));
  const interval = intervalOf(length, address.interval, filters.exact_path === undefined);
  const { data, problem, isOld } = useAnswer('/api/v1/websites/{id}/timeseries', {
    ...{ id: website.id, query: { ...asked, interval } },
  });
  const verdicts = data && verdictsOf(data.series);
  const nothing = verdicts && nothingOf(verdicts);
  return (
    <div class="stack">
      <VerdictPanel verdicts={verdicts} problem={problem} isOld={isOld} filters={filters} />
      {nothing && !isOld && <NothingSpoofed why={nothing} />}
      {nothing === undefined && (
        // Nearly always something was checked, so all is requested at once, and shown when that is known.
        <div class="stack" hidden={!verdicts}>
          <OverTime
            {...props}
            title={texts.spoofed.overTime}
            query={{ ...asked, verification: 'spoofed' }}
            group="bot"
            onSeries={(name) => navigate({ filters: withFilter(filters, 'bot', name) })}
          />
          <div class="halves">
            <ClaimedBots {...props} asked={asked} />
            <FalsePages {...props} />
          </div>
          <FalseNetworks {...props} />
        </div>
      )}
    </div>
  );
}

/** Days and filters; the view chooses the verdict by itself. */
function askedOf(address: Address) {
  const bots = askedBots({ filters: withFilter(address.filters, 'verification', undefined) });
  return {
    ...{ ...askedDaysOfBots(address), ...bots },
    ...{ ...askedPage(address), ...askedDimension(address) },
  };
}
