import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { readBody, readHeaders, readQuery } from './read-input.js';
import type { RouteDeclaration, Shape } from './route.js';

type Values<Of> = Of extends Shape ? { [Name in keyof Of]: z.output<Of[Name]> } : object;
type BodyOf<Of> = Of extends { unread: true }
  ? Buffer | undefined
  : Of extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : undefined;

/** A request to a route, checked against its declaration. */
export interface AskedOf<Declaration extends RouteDeclaration> {
  declaration: Declaration;
  /** Who holds the key that the access hook let pass. */
  caller: KeyHolder;
  /** What stands for `:id` in the path; nobody has looked yet whether it is there. */
  id: Declaration extends { names: string } ? string : undefined;
  query: Values<Declaration['query']>;
  headers: Values<Declaration['headers']>;
  body: BodyOf<Declaration['body']>;
  request: FastifyRequest;
  /** For headers; the answer is what the method gives back. */
  reply: FastifyReply;
}

/** Hands a controller the request, checked; what does not fit is refused before. */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const { declaration } = request.routeOptions.config;
  if (!declaration) throw new Error(`${request.routeOptions.url} is not declared: add @Serves(…)`);
  if (!request.keyHolder) throw new Error('A public route has no caller');
  return {
    declaration,
    caller: request.keyHolder,
    id: (request.params as { id?: string }).id,
    query: readQuery(declaration, request.query as Record<string, string | string[]>),
    headers: readHeaders(declaration.headers ?? {}, request.headers),
    body: readBody(declaration.body, request.body as Buffer | undefined),
    request,
    reply: http.getResponse<FastifyReply>(),
  };
});
