import { applyDecorators, HttpCode, RequestMapping, RequestMethod } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Clock, KeyHolder } from '@app/access';
import type { ApiErrorCode, KeyKind } from '@app/contracts';
import type { SessionRow, ShareRow } from '@app/storage';
import type { z } from 'zod';
import { noteParameters } from './added-parameters.js';
import type { ErrorForm } from './error-form.js';
import type { KeyPlace } from './key-places.js';

/**
 * The kind of key that a route requires. `api` takes the session of a browser in its place. `public`
 * requires none. `session` is for browsers that sign in, ask for their session or sign out: it
 * requires none either, and knows the session if there is one.
 */
export type RouteAccess = KeyKind | 'public' | 'session';

/** Parameters or headers by name, each with the schema that reads its text. */
export type Shape = Readonly<Record<string, z.ZodType>>;

/** A list as CSV: the names of its columns, in order, and its rows. */
export interface CsvTable {
  columns: readonly string[];
  rows: readonly object[];
}

/**
 * How a list becomes CSV: the names of its columns, in order, and a function that finds its rows.
 */
export interface Csv {
  columns: readonly string[];
  rows: (data: never) => readonly object[];
  /** The table of an answer that is not this list, because a parameter asked for another one. */
  instead?: (data: never) => CsvTable | undefined;
}

/** A JSON body, which is checked against a schema before the route runs. */
export interface JsonBody {
  schema: z.ZodType;
  /** A body that is accepted. */
  example: unknown;
  /** True when the body may be left out, which means the same as an empty object. */
  optional?: true;
  /**
   * True when the route reads the bytes by itself. The schema then serves the documentation only.
   */
  unread?: true;
  /** JSON by default. */
  contentType?: string;
  /** What the body may be instead, by its Content-Type. Such a route reads the bytes by itself. */
  others?: Readonly<Record<string, Pick<JsonBody, 'schema' | 'example'>>>;
}

/** The answer of a route when there is no error. */
export interface RouteAnswer {
  status?: 201;
  description: string;
  /** The schema of `data` in the envelope. */
  data?: z.ZodType;
  /** The schema of the whole body, when it is not the envelope. */
  body?: z.ZodType;
  /** An example of `data`, or of the whole body. */
  example?: unknown;
  /** The list as CSV, for a route that takes the parameter `format`. */
  csv?: Csv;
  /** True for a list that can be had as lines of JSON, too. */
  ndjson?: true;
  /** JSON by default. */
  contentType?: string;
}

/**
 * Describes one route: its address, what it accepts and what it answers. The same declaration
 * checks requests and writes the OpenAPI document.
 */
export interface RouteDeclaration {
  /** The name of the operation in generated clients. */
  id: string;
  tag: 'Reports' | 'Ingestion' | 'Account' | 'Alerts' | 'Sessions' | 'Operations';
  summary: string;
  description?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** For example `/api/v1/websites/:id/bots`. */
  path: string;
  access: RouteAccess;
  /**
   * True when the reader of a shared link may ask for it. Everything else is refused, so whoever
   * adds a route need not think of readers. What a reader gets is bounded by the website and the
   * days of the link.
   */
  share?: true;
  /**
   * True for a public route that load balancers and orchestrators ask: it is answered under every
   * name, by addresses of pods, say, and as often as they ask.
   */
  isProbe?: true;
  /** True for a public route that is answered under every name, because senders choose it. */
  anyHost?: true;
  /** True when no session of a browser is taken in place of a key. */
  keysOnly?: true;
  /** True when it changes nothing although it is no GET, so that keys of scope read may ask. */
  isReading?: true;
  /** The places where the key may stand. Default: `KEY_HEADERS`. */
  keyFrom?: readonly KeyPlace[];
  /**
   * The Content-Type that a body may have. Default: JSON. Some senders name unusual types, or none.
   */
  contentType?: 'json' | 'any';
  /** Bytes that a body may have, decompressed. Default: 10 MiB of log entries, else 64 KiB. */
  mostBytes?: number;
  /** True when the route reads the body as it arrives. Otherwise its bytes are collected before. */
  stream?: true;
  /** What the `:id` in the path identifies. */
  names?: 'website' | 'key' | 'session' | 'shared link' | 'alert' | 'webhook' | 'delivery';
  query?: Shape;
  /** Why it does not take a parameter that others like it take, as a sentence without a dot. */
  lacks?: Readonly<Record<string, string>>;
  headers?: Shape;
  body?: JsonBody;
  answer: RouteAnswer;
  /** Answers beside that one and beside errors, by status. One without a schema has no body. */
  otherAnswers?: Readonly<Record<number, { description: string; body?: z.ZodType }>>;
  /** Possible errors, in addition to those that follow from access, parameters and body. */
  codes?: readonly ApiErrorCode[];
  /** How errors of this route are written. Default: the envelope of every error. */
  errors?: ErrorForm;
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<
    Pick<
      RouteDeclaration,
      | 'access'
      | 'isProbe'
      | 'anyHost'
      | 'share'
      | 'keyFrom'
      | 'contentType'
      | 'mostBytes'
      | 'stream'
      | 'errors'
    >
  > {
    /** Undefined for the pages of the documentation, which are not part of the API. */
    declaration?: RouteDeclaration;
  }
  interface FastifyInstance {
    clock: Clock;
  }
  interface FastifyRequest {
    /** Whose key, session or shared link was presented. Null on public routes. */
    keyHolder: KeyHolder | null;
    /** The session that was presented. Null when a key was, and on public routes. */
    session: SessionRow | null;
    /** The shared link that this browser has opened. Null for everybody else. */
    share: ShareRow | null;
  }
}

/** Declares a route. The result has the exact types of its schemas. */
export function route<const Declaration extends RouteDeclaration>(
  declaration: Declaration,
): Declaration {
  const { method, access, query } = declaration;
  if (method === 'GET' && access !== 'public' && query) noteParameters(query);
  return declaration;
}

/** Makes a method of a controller the one that answers a declared route. */
export function Serves(declaration: RouteDeclaration): MethodDecorator {
  const { method, path, answer, access, isProbe, anyHost, share, keyFrom, ...body } = declaration;
  const { contentType, mostBytes, stream, errors } = body;
  const bodyConfig = { contentType, mostBytes, stream, errors };
  return applyDecorators(
    RequestMapping({ path, method: RequestMethod[method] }),
    HttpCode(answer.status ?? 200),
    RouteConfig({ declaration, access, isProbe, anyHost, share, keyFrom, ...bodyConfig }),
  );
}
