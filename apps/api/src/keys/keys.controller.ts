import { Controller } from '@nestjs/common';
import { type CreatedKey, keyDocument } from '@app/access';
import type { CreatedKeyDocument } from '@app/contracts';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { readPage } from '../http/page.js';
import { Serves } from '../http/route.js';
import { OwnedWebsites } from '../websites/owned-websites.js';
import { AccountKeys } from './account-keys.js';
import * as routes from './routes.js';
import { SigningSecrets } from './signing-secrets.js';

/** API Keys, and the Bot Tracking Keys of a website; both are rotated and revoked alike. */
@Controller()
export class KeysController {
  constructor(
    private readonly keys: AccountKeys,
    private readonly secrets: SigningSecrets,
    private readonly websites: OwnedWebsites,
  ) {}

  @Serves(routes.LIST)
  async list(@Asked() asked: AskedOf<typeof routes.LIST>) {
    const { caller, query } = asked;
    const { rows, next_cursor } = await readPage(query, (page) => this.keys.list(caller, page));
    return answer(asked, { keys: rows.map(keyDocument), next_cursor });
  }

  @Serves(routes.CREATE)
  async create(@Asked() asked: AskedOf<typeof routes.CREATE>) {
    return answer(asked, withValue(await this.keys.createApiKey(asked.caller, asked.body)));
  }

  @Serves(routes.ROTATE)
  async rotate(@Asked() asked: AskedOf<typeof routes.ROTATE>) {
    const { caller, id, body } = asked;
    return answer(asked, withValue(await this.keys.rotate(caller, id, body.overlap_seconds)));
  }

  @Serves(routes.REVOKE)
  async revoke(@Asked() asked: AskedOf<typeof routes.REVOKE>) {
    return answer(asked, keyDocument(await this.keys.revoke(asked.caller, asked.id)));
  }

  @Serves(routes.SET_SIGNING_SECRET)
  async setSigningSecret(@Asked() asked: AskedOf<typeof routes.SET_SIGNING_SECRET>) {
    const { caller, id, body } = asked;
    return answer(asked, keyDocument(await this.secrets.set(caller, id, body.secret)));
  }

  @Serves(routes.REMOVE_SIGNING_SECRET)
  async removeSigningSecret(@Asked() asked: AskedOf<typeof routes.REMOVE_SIGNING_SECRET>) {
    return answer(asked, keyDocument(await this.secrets.remove(asked.caller, asked.id)));
  }

  @Serves(routes.LIST_TRACKING)
  async listTracking(@Asked() asked: AskedOf<typeof routes.LIST_TRACKING>) {
    const { caller, id, query } = asked;
    const website = await this.websites.find(caller, id);
    const { rows, next_cursor } = await readPage(query, (page) =>
      this.keys.list(caller, page, website),
    );
    return answer(asked, { keys: rows.map(keyDocument), next_cursor });
  }

  @Serves(routes.CREATE_TRACKING)
  async createTracking(@Asked() asked: AskedOf<typeof routes.CREATE_TRACKING>) {
    const { caller, id, body } = asked;
    const website = await this.websites.find(caller, id);
    return answer(asked, withValue(await this.keys.createTrackingKey(caller, website, body)));
  }
}

/** A key when it is made: the one answer with its value. */
function withValue({ row, value }: CreatedKey): CreatedKeyDocument {
  return { ...keyDocument(row), key: value };
}
