import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Clock, KeyHolder } from '@app/access';
import type { ApiErrorCode, KeyKind } from '@app/contracts';
import type { z } from 'zod';

/** Which kind of key a route asks for; `public` asks for none. */
export type RouteAccess = KeyKind | 'public';

/** A place of a request where a key may stand. */
export type KeyPlace = 'x-api-key';

/** Parameters or headers by name, each with the schema that reads its text. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** A list as CSV has it: the rows that it is made of, and the names of their columns in order. */
export interface Csv {
  columns: readonly string[];
  rows: (data: never) => readonly object[];
}

/** A JSON body that is checked against a schema before the route is asked. */
export interface JsonBody {
  schema: z.ZodType;
  /** One that is accepted. */
  example: unknown;
  /** Left out it says as much as an empty object. */
  optional?: true;
  /** The route reads the bytes by itself; the schema is for the documentation. */
  unread?: true;
}

/** What a route answers when all is well. */
export interface RouteAnswer {
  status?: 201;
  description: string;
  /** What stands in `data` of the envelope. */
  data?: z.ZodType;
  /** The whole body, where that is not the envelope. */
  body?: z.ZodType;
  /** Of `data`, or of the whole body. */
  example?: unknown;
  /** The list as CSV, for a route that takes the parameter `format`. */
  csv?: Csv;
  /** JSON unless it says otherwise. */
  contentType?: string;
}

/**
 * One route: what serves it, what it takes and what it answers. The same declaration checks requests and
 * makes the OpenAPI document.
 */
export interface RouteDeclaration {
  /** Name of the operation for generated clients. */
  id: string;
  tag: 'Reports' | 'Ingestion' | 'Account' | 'Operations';
  summary: string;
  description?: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Such as `/api/v1/websites/:id/bots`. */
  path: string;
  access: RouteAccess;
  /** Where the key may stand, the first place first; in the header `x-api-key` unless it says otherwise. */
  keyFrom?: readonly KeyPlace[];
  /** What Content-Type a body may have; JSON unless it says otherwise. Some senders name odd types, or none. */
  contentType?: 'json' | 'any';
  /** What `:id` in the path names. */
  names?: 'website' | 'key';
  query?: Shape;
  headers?: Shape;
  body?: JsonBody;
  answer: RouteAnswer;
  /** Errors that it may answer with, beside those that its access, parameters and body bring along. */
  codes?: readonly ApiErrorCode[];
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<
    Pick<RouteDeclaration, 'access' | 'keyFrom' | 'contentType'>
  > {
    /** Undefined for routes that are no part of the API: the pages of its documentation. */
    declaration?: RouteDeclaration;
  }
  interface FastifyInstance {
    clock: Clock;
  }
  interface FastifyRequest {
    /** Who presented the key; null on public routes. */
    keyHolder: KeyHolder | null;
  }
}

/** Declares a route, and keeps what its schemas give. */
export function route<const Declaration extends RouteDeclaration>(
  declaration: Declaration,
): Declaration {
  return declaration;
}

/** Makes a method of a controller answer a route that was declared. */
export function Serves(declaration: RouteDeclaration): MethodDecorator {
  const { method, path, access, keyFrom, contentType, answer } = declaration;
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[method] }),
    HttpCode(answer.status ?? 200),
    RouteConfig({ declaration, access, keyFrom, contentType }),
  );
}
