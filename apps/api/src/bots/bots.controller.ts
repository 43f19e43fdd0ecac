import { Controller } from '@nestjs/common';
import { knownBotSchema } from '@app/contracts';
import { BotDirectory } from '@app/storage';
import { answer, listOf } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { FORMAT, text } from '../http/parameters.js';
import { route, Serves } from '../http/route.js';

export const LIST_KNOWN_BOTS = route({
  id: 'listKnownBots',
  tag: 'Reports',
  summary: 'Bots that visits are classified as',
  description: 'The same for every account.',
  method: 'GET',
  path: '/api/v1/bots',
  access: 'api',
  share: true,
  query: {
    bot: text(2_048)
      .optional()
      .describe('Lists only the bot with this name, for example `GPTBot`, in upper or lower case.'),
    ...FORMAT,
  },
  answer: {
    description: 'The bots.',
    ...listOf('bots', knownBotSchema),
    example: {
      bots: [
        {
          name: 'GPTBot',
          provider: 'OpenAI',
          category: 'ai_training',
          documentation: 'https://developers.openai.com/api/docs/bots',
        },
        {
          name: 'No user agent',
          provider: 'Unknown',
          category: 'unidentified',
          documentation: null,
        },
      ],
    },
  },
});

@Controller()
export class BotsController {
  constructor(private readonly bots: BotDirectory) {}

  @Serves(LIST_KNOWN_BOTS)
  async list(@Asked() asked: AskedOf<typeof LIST_KNOWN_BOTS>) {
    return answer(asked, { bots: await this.bots.list(asked.query.bot) });
  }
}
