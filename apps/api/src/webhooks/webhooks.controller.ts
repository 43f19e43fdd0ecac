import { Controller } from '@nestjs/common';
import { deliveryDocument, webhookDocument } from '@app/webhooks';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPage, readPageByTime } from '../http/page.js';
import { Serves } from '../http/route.js';
import { AccountWebhooks } from './account-webhooks.js';
import * as routes from './routes.js';

/** Addresses that are told of the events of an account. */
@Controller()
export class WebhooksController {
  constructor(private readonly webhooks: AccountWebhooks) {}

  @Serves(routes.LIST)
  async list(@Asked() asked: AskedOf<typeof routes.LIST>) {
    const { caller, query } = asked;
    const { rows, next_cursor } = await readPageByTime(query, (page) =>
      this.webhooks.list(caller, page),
    );
    return answer(asked, { webhooks: rows.map(webhookDocument), next_cursor });
  }

  @Serves(routes.CREATE)
  async create(@Asked() asked: AskedOf<typeof routes.CREATE>) {
    return answer(asked, await this.webhooks.create(asked.caller, asked.body));
  }

  @Serves(routes.SHOW)
  async show(@Asked() asked: AskedOf<typeof routes.SHOW>) {
    return answer(asked, webhookDocument(await this.webhooks.find(asked.caller, asked.id)));
  }

  @Serves(routes.UPDATE)
  async update(@Asked() asked: AskedOf<typeof routes.UPDATE>) {
    const { caller, id, body } = asked;
    return answer(asked, webhookDocument(await this.webhooks.update(caller, id, body)));
  }

  @Serves(routes.DELETE)
  async delete(@Asked() asked: AskedOf<typeof routes.DELETE>) {
    await this.webhooks.delete(asked.caller, asked.id);
    return answer(asked, { id: asked.id, deleted: true });
  }

  @Serves(routes.ROTATE)
  async rotate(@Asked() asked: AskedOf<typeof routes.ROTATE>) {
    const { caller, id, body } = asked;
    return answer(asked, await this.webhooks.rotate(caller, id, body.overlap_seconds));
  }

  @Serves(routes.ENABLE)
  async enable(@Asked() asked: AskedOf<typeof routes.ENABLE>) {
    return answer(asked, webhookDocument(await this.webhooks.enable(asked.caller, asked.id)));
  }

  @Serves(routes.DISABLE)
  async disable(@Asked() asked: AskedOf<typeof routes.DISABLE>) {
    return answer(asked, webhookDocument(await this.webhooks.disable(asked.caller, asked.id)));
  }

  @Serves(routes.SEND_TEST)
  async test(@Asked() asked: AskedOf<typeof routes.SEND_TEST>) {
    return answer(asked, deliveryDocument(await this.webhooks.test(asked.caller, asked.id)));
  }

  @Serves(routes.LIST_DELIVERIES)
  async listDeliveries(@Asked() asked: AskedOf<typeof routes.LIST_DELIVERIES>) {
    const { caller, id, query } = asked;
    const { rows, next_cursor } = await readPage(query, ({ after, limit = 0 }) =>
      this.webhooks.listDeliveries(caller, id, { state: query.state, after, limit }),
    );
    return answer(asked, { deliveries: rows.map(deliveryDocument), next_cursor });
  }

  @Serves(routes.REPLAY)
  async replay(@Asked() asked: AskedOf<typeof routes.REPLAY>) {
    return answer(asked, deliveryDocument(await this.webhooks.replay(asked.caller, asked.id)));
  }
}
