import { Controller, Inject, type Type } from '@nestjs/common';
import { success } from '../http/answer.js';
import { ApiError } from '../http/api-error.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { type RouteDeclaration, Serves } from '../http/route.js';
import { answerOf, descriptionOf, type Feed, type FeedAddress, type FeedQuery } from './feed.js';
import { RECEIVE, type Receive } from './receive.js';

/** Returns the controllers of a feed, one for each of its addresses. */
export function feedControllers(feed: Feed): Type[] {
  return feed.addresses.map((address) => controllerOf(feed, address));
}

function controllerOf(feed: Feed, address: FeedAddress): Type {
  @Controller()
  class FeedController {
    constructor(@Inject(RECEIVE) private readonly receive: Receive) {}

    @Serves(address.deliver)
    async deliver(@Asked() asked: AskedOf<RouteDeclaration>) {
      const { caller, headers, request, reply } = asked;
      const { [feed.nameIn]: deliveryId } = headers as Record<string, string | undefined>;
      const query = checkedQuery(asked);
      const mayBeEmpty = shakeHands(asked);
      const delivery = { request, caller, query, deliveryId, mayBeEmpty };
      const counts = await this.receive(feed, delivery);
      const answered = { headers: request.headers, now: request.server.clock.now() };
      const { contentType, body } = answerOf(feed, counts, answered);
      void reply.type(contentType);
      return body;
    }

    @Serves(address.describe)
    // The parameters of the address are checked here too, so that it can be tried.
    describe(@Asked() asked: AskedOf<RouteDeclaration>) {
      checkedQuery(asked);
      shakeHands(asked);
      return success(descriptionOf(feed));
    }
  }

  /** Returns the parameters, if they go together. */
  function checkedQuery({ query }: AskedOf<RouteDeclaration>): FeedQuery {
    const fault = feed.faultIn?.(query as FeedQuery);
    if (fault !== undefined) throw new ApiError('VALIDATION_ERROR', fault);
    return query as FeedQuery;
  }

  /** Gives a sender the headers that it wants back. Returns whether it wants any. */
  function shakeHands({ request, reply, query }: AskedOf<RouteDeclaration>): boolean {
    const wanted = feed.handshake?.(request.headers, query as FeedQuery);
    if (wanted) void reply.headers(wanted);
    return wanted !== undefined;
  }
  return FeedController;
}
