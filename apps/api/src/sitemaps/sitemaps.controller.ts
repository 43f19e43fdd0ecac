import { Controller } from '@nestjs/common';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import * as routes from './routes.js';
import { WebsiteSitemaps } from './website-sitemaps.js';

/** Which pages websites say that they have. */
@Controller()
export class SitemapsController {
  constructor(private readonly sitemaps: WebsiteSitemaps) {}

  @Serves(routes.SHOW_SITEMAP)
  async show(@Asked() asked: AskedOf<typeof routes.SHOW_SITEMAP>) {
    return answer(asked, await this.sitemaps.show(asked.caller, asked.id));
  }

  @Serves(routes.SET_SITEMAP)
  async set(@Asked() asked: AskedOf<typeof routes.SET_SITEMAP>) {
    await this.sitemaps.set(asked.caller, asked.id, asked.body, new Date(asked.now));
    return answer(asked, await this.sitemaps.show(asked.caller, asked.id));
  }

  @Serves(routes.DELETE_SITEMAP)
  async delete(@Asked() asked: AskedOf<typeof routes.DELETE_SITEMAP>) {
    await this.sitemaps.delete(asked.caller, asked.id);
    return answer(asked, { id: asked.id, deleted: true });
  }
}
