import { isAddedParameter } from './added-parameters.js';
import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError } from './api-error.js';
import { acceptedFormat, formatsOf } from './formats.js';
import { parseJson } from './parse-json.js';
import type { JsonBody, RouteDeclaration, Shape } from './route.js';

type ValuesOf<Of> = Of extends Shape ? { [Name in keyof Of]: z.output<Of[Name]> } : object;
type BodyOf<Of> = Of extends { unread: true }
  ? Buffer | undefined
  : Of extends { schema: infer Schema extends z.ZodType }
    ? z.output<Schema>
    : undefined;

/** A request to a route, checked against its declaration. */
export interface AskedOf<Declaration extends RouteDeclaration> {
  declaration: Declaration;
  /** The holder of the key or session, which the access hook has checked. */
  caller: Declaration extends { access: 'session' } ? KeyHolder | null : KeyHolder;
  /** The `:id` in the path. Whether such a thing exists has not been checked yet. */
  id: Declaration extends { names: string } ? string : undefined;
  query: ValuesOf<Declaration['query']>;
  headers: ValuesOf<Declaration['headers']>;
  body: BodyOf<Declaration['body']>;
  /** The time at which the request arrived, in epoch milliseconds. */
  now: number;
  request: FastifyRequest;
  /** For setting headers. The answer itself is the value that the method returns. */
  reply: FastifyReply;
}

/**
 * Gives a controller the request after its check. A request that does not fit is refused before.
 */
export const Asked = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const { declaration } = request.routeOptions.config;
  if (!declaration) throw new Error(`${request.routeOptions.url} is not declared: add @Serves(…)`);
  if (!request.keyHolder && declaration.access !== 'session')
    throw new Error('A public route has no caller');
  return {
    declaration,
    caller: request.keyHolder,
    id: (request.params as { id?: string }).id,
    query: readQuery(declaration, withFormat(declaration, request)),
    headers: readHeaders(declaration.headers ?? {}, request.headers),
    body: readJsonBody(declaration.body, request.body as Buffer | undefined),
    now: request.server.clock.now(),
    request,
    reply: http.getResponse<FastifyReply>(),
  };
});

/** Query parameters as the server parsed them. A repeated parameter is an array. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;
type Values = Record<string, unknown>;

/**
 * Returns the parameters of a request, with the `format` that its header `Accept` asks for where the
 * parameter itself does not stand in the address.
 */
function withFormat(
  declaration: RouteDeclaration,
  { query, headers }: Pick<FastifyRequest, 'query' | 'headers'>,
): RawQuery {
  const given = query as RawQuery;
  const formats = formatsOf(declaration);
  if (formats.length === 1 || given.format !== undefined) return given;
  return { ...given, format: acceptedFormat(headers.accept, formats) };
}

/** A message names at most this many faults. */
const MAX_FAULTS = 10;
const LONGEST_NAME_SHOWN = 60;

/**
 * Reads the query parameters that a route declares, by their schemas. Other parameters are ignored,
 * except that a GET request may not have one that the project added and its route does not declare.
 *
 * @throws ApiError VALIDATION_ERROR, which names the parameters
 */
export function readQuery(
  { method, query: shape = {}, lacks = {} }: Pick<RouteDeclaration, 'method' | 'query' | 'lacks'>,
  query: RawQuery,
): Values {
  const names = Object.keys(query).map((key) => key.split('[', 1)[0] ?? '');
  const strangers = new Set(
    names.filter((name) => isAddedParameter(name) && !Object.hasOwn(shape, name)),
  );
  const faults: string[] = [];
  if (method === 'GET' && strangers.size > 0) {
    const taken = Object.keys(shape).join(', ') || 'no parameters';
    faults.push(`this route takes no ${[...strangers].join(' and no ')}; it takes ${taken}`);
    for (const name of strangers) if (Object.hasOwn(lacks, name)) faults.push(lacks[name] ?? '');
  }
  const isRepeated = (name: string) =>
    Array.isArray(query[name]) || Object.keys(query).some((key) => key.startsWith(`${name}[`));
  const values = readAll(shape, faults, (name) =>
    isRepeated(name) ? REPEATED : (query[name] as string | undefined),
  );
  refuseFaults(faults);
  return values;
}

/**
 * Reads the headers that a route declares.
 *
 * @throws ApiError VALIDATION_ERROR, which names the headers
 */
export function readHeaders(shape: Shape, headers: IncomingHttpHeaders): Values {
  const faults: string[] = [];
  const values = readAll(
    shape,
    faults,
    (name) => headers[name.toLowerCase()] as string | undefined,
  );
  refuseFaults(faults);
  return values;
}

const REPEATED = Symbol('repeated');

function readAll(
  shape: Shape,
  faults: string[],
  textOf: (name: string) => string | undefined | typeof REPEATED,
): Values {
  const values: Values = {};
  for (const [name, schema] of Object.entries(shape)) {
    const text = textOf(name);
    const parsed = text === REPEATED ? undefined : schema.safeParse(text);
    if (parsed?.success) values[name] = parsed.data;
    else if (!parsed) faults.push(`${name} must be given once, without brackets`);
    else faults.push(`${name} ${parsed.error.issues[0]?.message}`);
  }
  return values;
}

/**
 * Reads the JSON body that a route declares. The schemas are strict and refuse unknown fields,
 * because a key with a misspelt `expires_at` would never expire.
 *
 * @throws ApiError INVALID_JSON, or VALIDATION_ERROR, which names the fields
 */
export function readJsonBody(declared: JsonBody | undefined, body: Buffer | undefined): unknown {
  if (!declared) return undefined;
  if (declared.unread) return body;
  const bytes = declared.optional && !body?.length ? Buffer.from('{}') : body;
  const json = parseJson(bytes ?? Buffer.alloc(0), { expected: 'a JSON object' });
  if ('refusal' in json) throw ApiError.of(json.refusal);
  const parsed = declared.schema.safeParse(json.value);
  if (!parsed.success) refuseFaults(parsed.error.issues.flatMap(describeIssue));
  return parsed.data;
}

function describeIssue(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(
      (key) => `${JSON.stringify(key.slice(0, LONGEST_NAME_SHOWN))} is not a field of this body`,
    );
  }
  return [`${issue.path.join('.') || 'the body'} ${issue.message}`];
}

function refuseFaults(faults: string[]): void {
  if (faults.length === 0) return;
  const message = [...new Set(faults)].slice(0, MAX_FAULTS).join('; ');
  throw new ApiError('VALIDATION_ERROR', message);
}
