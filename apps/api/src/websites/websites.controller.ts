import { Controller } from '@nestjs/common';
import type { Website } from '@app/contracts';
import type { WebsiteRow } from '@app/storage';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPage } from '../http/page.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from './owned-websites.js';
import * as routes from './routes.js';

@Controller()
export class WebsitesController {
  constructor(private readonly websites: OwnedWebsites) {}

  /** Without paging, the answer has the shape that clients of the hosted service know. */
  @Serves(routes.LIST)
  async list(@Asked() asked: AskedOf<typeof routes.LIST>) {
    const { caller, query } = asked;
    if (query.limit === undefined && query.cursor === undefined)
      return answer(asked, { websites: (await this.websites.list(caller)).map(toWebsite) });
    const { rows, next_cursor } = await readPage(query, (page) => this.websites.list(caller, page));
    return answer(asked, { websites: rows.map(toWebsite), next_cursor });
  }

  @Serves(routes.CREATE)
  async create(@Asked() asked: AskedOf<typeof routes.CREATE>) {
    const { count: counts, ...others } = asked.body;
    return answer(
      asked,
      toWebsite(await this.websites.create(asked.caller, { ...others, counts })),
    );
  }

  @Serves(routes.SHOW)
  async show(@Asked() asked: AskedOf<typeof routes.SHOW>) {
    return answer(asked, toWebsite(await this.websites.find(asked.caller, asked.id)));
  }

  @Serves(routes.UPDATE)
  async update(@Asked() asked: AskedOf<typeof routes.UPDATE>) {
    const { caller, id } = asked;
    const { count: counts, ...others } = asked.body;
    return answer(asked, toWebsite(await this.websites.update(caller, id, { ...others, counts })));
  }

  @Serves(routes.DELETE)
  async delete(@Asked() asked: AskedOf<typeof routes.DELETE>) {
    await this.websites.delete(asked.caller, asked.id);
    return answer(asked, { id: asked.id, deleted: true });
  }
}

function toWebsite(row: WebsiteRow): Website {
  return {
    id: row.public_id,
    domain: row.domain,
    tracking_id: row.tracking_id,
    count: row.counts,
    behaviour: row.behaviour,
    created_at: row.created_at.toISOString(),
  };
}
