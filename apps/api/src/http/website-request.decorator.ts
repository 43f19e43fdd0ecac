import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller.decorator.js';
import type { Query } from './query.js';

/** A request to read something of a website; nothing is checked but the key. */
export interface WebsiteRequest {
  caller: KeyHolder;
  /** What stands for the website's public id in the path. */
  id: string;
  query: Query;
  /** For headers; the answer is what the method returns. */
  reply: FastifyReply;
}

export const Asked = createParamDecorator(
  (_: unknown, context: ExecutionContext): WebsiteRequest => {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    return {
      caller: callerOf(request),
      id: (request.params as { id: string }).id,
      query: request.query as Query,
      reply: http.getResponse<FastifyReply>(),
    };
  },
);
