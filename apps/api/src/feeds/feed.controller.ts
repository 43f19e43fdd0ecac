import { Controller, Inject, type Type } from '@nestjs/common';
import { success } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { Serves } from '../http/route.js';
import { answerOf, descriptionOf, type Feed, type FeedQuery } from './feed.js';
import { RECEIVE, type Receive } from './receive.js';

/** Returns the controller of a feed. */
export function feedController(feed: Feed): Type {
  @Controller()
  class FeedController {
    constructor(@Inject(RECEIVE) private readonly receive: Receive) {}

    @Serves(feed.deliver)
    async deliver(@Asked() { caller, query, headers, request }: AskedOf<Feed['deliver']>) {
      const { 'Idempotency-Key': deliveryId } = headers as Record<string, string | undefined>;
      const asked = { request, caller, query: query as FeedQuery, deliveryId };
      return answerOf(await this.receive(feed, asked));
    }

    @Serves(feed.describe)
    describe() {
      return success(descriptionOf(feed));
    }
  }
  return FeedController;
}
