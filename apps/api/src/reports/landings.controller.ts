import { Controller, UseInterceptors } from '@nestjs/common';
import { providerOfSource, sourcesOfProvider } from '@app/classification';
import { LandingReader, type LandingQuestion, TrafficReader } from '@app/storage';
import { answer } from '../http/answer.js';
import { ApiError } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { askedDays } from './asked-days.js';
import { formatDate, rangeOf } from './calendar.js';
import { LANDINGS_REPORT } from './landings-route.js';
import { askedOrder, askedPlace } from './list-order.js';
import { ReportSlots } from './report-slots.js';

const MOST_SENT = { column: 'sent_visits', reversed: false } as const;

/** Serves to which pages AI assistants sent people, and what AI bots read of them. */
@Controller()
@UseInterceptors(ReportSlots)
export class LandingsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly reader: LandingReader,
    private readonly traffic: TrafficReader,
  ) {}

  @Serves(LANDINGS_REPORT)
  async landings(@Asked() asked: AskedOf<typeof LANDINGS_REPORT>) {
    const { query } = asked;
    const { path, exact_path, only, limit } = query;
    const question = { ...operatorOf(query), path, exact_path, only, limit };
    const order = askedOrder(asked, 'sent_visits') ?? { ...MOST_SENT, ...askedPlace(asked) };
    const range = rangeOf(askedDays({ ...asked, now: order.begun }).days);
    const { id } = await this.websites.find(asked.caller, asked.id);
    const part = await this.reader.landings(id, range, question, order);
    const since = await this.reader.knownSince();
    return answer(asked, {
      landings: part.rows,
      referers_logged: (await this.traffic.loggedReferers([id])).has(id),
      sent_known_since:
        since !== null && since > range.from.getTime() ? formatDate(new Date(since)) : null,
      people_known_until: await this.traffic.peopleKnownUntil([id], range),
      next_cursor: order.cursorOf(part),
    });
  }
}

/**
 * Returns the operator that a request chooses, by its name or by one of its assistants.
 *
 * @throws ApiError VALIDATION_ERROR for both
 */
function operatorOf({
  provider,
  source,
}: {
  provider?: string | undefined;
  source?: string | undefined;
}): Pick<LandingQuestion, 'provider' | 'sources'> {
  if (source === undefined)
    return { provider, sources: provider === undefined ? undefined : sourcesOfProvider(provider) };
  if (provider !== undefined)
    throw new ApiError(
      'VALIDATION_ERROR',
      'source takes no provider, because an assistant has one operator; leave one of them out',
    );
  return { provider: providerOfSource(source), sources: [source] };
}
