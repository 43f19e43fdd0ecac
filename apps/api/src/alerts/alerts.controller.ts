import { Controller } from '@nestjs/common';
import { alertDocument } from '@app/alerts';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPageByTime } from '../http/page.js';
import { Serves } from '../http/route.js';
import * as routes from './routes.js';
import { WebsiteAlerts } from './website-alerts.js';

/** What an account asks to be told about its websites. */
@Controller()
export class AlertsController {
  constructor(private readonly alerts: WebsiteAlerts) {}

  @Serves(routes.CREATE)
  async create(@Asked() asked: AskedOf<typeof routes.CREATE>) {
    const row = await this.alerts.create(asked.caller, asked.id, asked.body);
    return answer(asked, alertDocument(row));
  }

  @Serves(routes.LIST)
  async list(@Asked() asked: AskedOf<typeof routes.LIST>) {
    const { caller, id, query } = asked;
    const { rows, next_cursor } = await readPageByTime(query, (page) =>
      this.alerts.list(caller, id, page),
    );
    return answer(asked, { alerts: rows.map(alertDocument), next_cursor });
  }

  @Serves(routes.SHOW)
  async show(@Asked() asked: AskedOf<typeof routes.SHOW>) {
    return answer(asked, alertDocument(await this.alerts.find(asked.caller, asked.id)));
  }

  @Serves(routes.UPDATE)
  async update(@Asked() asked: AskedOf<typeof routes.UPDATE>) {
    const row = await this.alerts.update(asked.caller, asked.id, asked.body);
    return answer(asked, alertDocument(row));
  }

  @Serves(routes.DELETE)
  async delete(@Asked() asked: AskedOf<typeof routes.DELETE>) {
    await this.alerts.delete(asked.caller, asked.id);
    return answer(asked, { id: asked.id, deleted: true });
  }
}
