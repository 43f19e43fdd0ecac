import { Controller, UseInterceptors } from '@nestjs/common';
import { rulesAgainst } from '@app/robots';
import { BotDirectory } from '@app/storage';
import { ApiError } from '../http/api-error.js';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { askedDays } from '../reports/asked-days.js';
import { ReportSlots } from '../reports/report-slots.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import * as routes from './routes.js';
import { WebsiteRobots } from './website-robots.js';

/** What websites tell bots by their robots.txt, and who keeps to it. */
@Controller()
export class RobotsController {
  constructor(
    private readonly websites: OwnedWebsites,
    private readonly robots: WebsiteRobots,
    private readonly bots: BotDirectory,
  ) {}

  @Serves(routes.ROBOTS_REPORT)
  @UseInterceptors(ReportSlots)
  async report(@Asked() asked: AskedOf<typeof routes.ROBOTS_REPORT>) {
    const { days } = askedDays(asked);
    const website = await this.websites.find(asked.caller, asked.id);
    return answer(asked, await this.robots.report(website, days, asked.query));
  }

  @Serves(routes.SET_ROBOTS)
  async set(@Asked() asked: AskedOf<typeof routes.SET_ROBOTS>) {
    const website = await this.websites.find(asked.caller, asked.id);
    const done = await this.robots.set(website, asked.body);
    if (done === 'no_such_text') throw noSuchText();
    // When the website was deleted in the meantime, this finds it no more.
    if (done === 'gone') await this.websites.find(asked.caller, asked.id);
    return answer(asked, await this.robots.state(website));
  }

  @Serves(routes.ROBOTS_TEXTS)
  async texts(@Asked() asked: AskedOf<typeof routes.ROBOTS_TEXTS>) {
    const { text_from: from } = asked.query;
    const website = await this.websites.find(asked.caller, asked.id);
    const state = await this.robots.state(website, from);
    if (from !== undefined && state.text === null) throw noSuchText();
    return answer(asked, state);
  }

  @Serves(routes.GENERATE_ROBOTS)
  async generate(@Asked() asked: AskedOf<typeof routes.GENERATE_ROBOTS>) {
    await this.websites.find(asked.caller, asked.id);
    return answer(asked, rulesAgainst(asked.query.disallow, await this.bots.list()));
  }
}

function noSuchText(): ApiError {
  return new ApiError(
    'NOT_FOUND',
    'The robots.txt of this website has no text with this first day: GET …/robots/texts lists them',
  );
}
