import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KeyHolder } from '@app/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ApiError } from './api-error.js';
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
  /** Who holds the key that the access hook let pass. */
  caller: KeyHolder;
  /** What stands for `:id` in the path; nobody has looked yet whether it is there. */
  id: Declaration extends { names: string } ? string : undefined;
  query: ValuesOf<Declaration['query']>;
  headers: ValuesOf<Declaration['headers']>;
  body: BodyOf<Declaration['body']>;
  /** When it came, by the clock of the service: epoch milliseconds. */
  now: number;
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
    body: readJsonBody(declaration.body, request.body as Buffer | undefined),
    now: request.server.clock.now(),
    request,
    reply: http.getResponse<FastifyReply>(),
  };
});

/** Query parameters as the server parsed them: a repeated one is an array. */
export type RawQuery = Readonly<Record<string, string | string[] | undefined>>;
type Values = Record<string, unknown>;

/**
 * Query parameters that this project added to those of the specification, and those that it will add: on a
 * route that does not take them they are refused, because the answer would look as if they had been heeded.
 */
export const ADDED_PARAMETERS: readonly string[] = [
  'bot',
  'category',
  'compare',
  'cursor',
  'format',
  'path',
  'provider',
  'sort',
  'timezone',
];

/** A message names at most this many faults. */
const MAX_FAULTS = 10;
const LONGEST_NAME_SHOWN = 60;

/**
 * The query parameters that a route declares, read by their schemas. All others are ignored but for
 * `ADDED_PARAMETERS` of a request that reads.
 *
 * @throws ApiError VALIDATION_ERROR naming the parameters
 */
export function readQuery(
  { method, query: shape = {} }: Pick<RouteDeclaration, 'method' | 'query'>,
  query: RawQuery,
): Values {
  const names = Object.keys(query).map((key) => key.split('[', 1)[0] ?? '');
  const strangers = new Set(
    names.filter((name) => ADDED_PARAMETERS.includes(name) && !Object.hasOwn(shape, name)),
  );
  const faults: string[] = [];
  if (method === 'GET' && strangers.size > 0) {
    const taken = Object.keys(shape).join(', ') || 'no parameters';
    faults.push(`this route takes no ${[...strangers].join(' and no ')}; it takes ${taken}`);
  }
  const isRepeated = (name: string) =>
    Array.isArray(query[name]) || Object.keys(query).some((key) => key.startsWith(`${name}[`));
  const values = readAll(shape, faults, (name) =>
    isRepeated(name) ? REPEATED : (query[name] as string | undefined),
  );
  refuseFaults(faults);
  return values;
}

/** The headers that a route declares. @throws ApiError VALIDATION_ERROR naming the headers */
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
 * The JSON body that a route declares. A field that is not known is refused by strict schemas: a key with a
 * misspelt `expires_at` would live for ever.
 *
 * @throws ApiError INVALID_JSON, VALIDATION_ERROR naming the fields
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
