import { Controller } from '@nestjs/common';
import { eventDocument } from '@app/alerts';
import { Alerts } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPage } from '../http/page.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import * as routes from './routes.js';

/** What began on websites, and whether it is over. */
@Controller()
export class EventsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly alerts: Alerts,
  ) {}

  @Serves(routes.LIST_OF_WEBSITE)
  async listOfWebsite(@Asked() asked: AskedOf<typeof routes.LIST_OF_WEBSITE>) {
    const { id } = await this.websites.find(asked.caller, asked.id);
    return answer(asked, await this.read(asked, id));
  }

  @Serves(routes.LIST)
  async list(@Asked() asked: AskedOf<typeof routes.LIST>) {
    return answer(asked, await this.read(asked));
  }

  private async read(
    { caller, query }: Pick<AskedOf<typeof routes.LIST>, 'caller' | 'query'>,
    websiteId?: number,
  ) {
    const { kind, open, since } = query;
    const of = {
      ...{ accountId: caller.accountId, websiteId, kind },
      open: open === 'true',
      since: since === undefined ? undefined : new Date(since),
    };
    const { rows, next_cursor } = await readPage(query, (page) =>
      this.alerts.events({ ...of, ...page }),
    );
    return { events: rows.map(eventDocument), next_cursor };
  }
}
