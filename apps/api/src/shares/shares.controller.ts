import { Controller, Inject } from '@nestjs/common';
import { shareDocument, shareUrl } from '@app/access';
import { answer } from '../http/answer.js';
import { ApiError } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPageByTime } from '../http/page.js';
import { Serves } from '../http/route.js';
import * as routes from './routes.js';
import { WebsiteShares } from './website-shares.js';

/** Where people reach the page; undefined where there is none. */
export type PageAddress = () => string | undefined;
export const PAGE_ADDRESS = Symbol('PageAddress');

/** Links that show the reports of a website to whoever has them. */
@Controller()
export class SharesController {
  constructor(
    private readonly shares: WebsiteShares,
    @Inject(PAGE_ADDRESS) private readonly pageAddress: PageAddress,
  ) {}

  @Serves(routes.CREATE)
  async create(@Asked() asked: AskedOf<typeof routes.CREATE>) {
    const page = this.pageAddress();
    if (page === undefined) {
      throw new ApiError(
        'NOT_CONFIGURED',
        'There is no page that a link could show: the operator of the service must set DASHBOARD to true',
      );
    }
    const { token, row } = await this.shares.create(asked.caller, asked.id, asked.body);
    return answer(asked, { ...shareDocument(row), token, url: shareUrl(page, token) });
  }

  @Serves(routes.LIST)
  async list(@Asked() asked: AskedOf<typeof routes.LIST>) {
    const { caller, id, query } = asked;
    const { rows, next_cursor } = await readPageByTime(query, (page) =>
      this.shares.list(caller, id, page),
    );
    return answer(asked, { shares: rows.map(shareDocument), next_cursor });
  }

  @Serves(routes.REVOKE)
  async revoke(@Asked() asked: AskedOf<typeof routes.REVOKE>) {
    await this.shares.revoke(asked.caller, asked.id);
    return answer(asked, { id: asked.id, revoked: true });
  }
}
