// The tools of assistants of two builds, with every value of each parameter.
import { setTimeout as sleep } from 'node:timers/promises';
import { exchange } from '../../support/http.js';
import { retryWhileBusy } from '../builds/retry-while-busy.js';
import type { RunningBuild } from '../builds/running-build.js';
import type { Parameter, Route } from '../requests/openapi.js';
import {
  type Query,
  type ReadRequest,
  type RequestOptions,
  requestsTo,
} from '../requests/requests.js';
import { type Difference, differencesOf } from './differences.js';
import { maskFields, replaceIds } from './masked-fields.js';
import { inSharedOrder } from './order.js';

interface Property {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
}

interface ListedTool {
  name: string;
  inputSchema: { properties?: Record<string, Property>; required?: string[] };
}

/** Returns the tools of a build as if each was a route. */
export async function readTools(build: RunningBuild): Promise<Route[]> {
  const { tools } = (await call(build, 'tools/list', {})) as { tools: ListedTool[] };
  return tools.map(({ name, inputSchema: { properties = {} } }) => ({
    ...{ id: name, path: name },
    ...('website' in properties ? { idPrefix: 'ws' } : {}),
    parameters: Object.entries(properties)
      .filter(([parameter]) => parameter !== 'website')
      .map(([parameter, property]) => parameterOf(parameter, property)),
  }));
}

function parameterOf(name: string, { type, enum: values, minimum, maximum }: Property): Parameter {
  if (type === 'boolean') return { name, required: false, values: ['true', 'false'] };
  const bounds = type === 'integer' ? { minimum, maximum } : {};
  return { name, required: false, ...(values ? { values } : {}), ...bounds };
}

/** Returns the requests to a tool. */
export const callsOf = (tool: Route, options: RequestOptions): ReadRequest[] =>
  requestsTo(tool, { ...options, combined: false }).filter(({ caller }) => caller === 'account');

/** A tool does not say that a build is too busy, only that there is no answer. */
const MOST_TIMES = 5;
const PAUSE_MS = 1_000;

/** Calls a tool of both builds, and compares the results. */
export async function compareTool(
  before: RunningBuild,
  after: RunningBuild,
  request: ReadRequest,
): Promise<Difference[]> {
  for (let times = 1; ; times++) {
    const [one, other] = await Promise.all([callTool(before, request), callTool(after, request)]);
    if (one.isError === other.isError || times === MOST_TIMES) return differencesOf(one, other);
    await sleep(PAUSE_MS);
  }
}

async function callTool(build: RunningBuild, { route, resource, query }: ReadRequest) {
  const website = resource === undefined ? {} : { website: build.account.ids.get(resource) };
  const result = await call(build, 'tools/call', {
    name: route,
    arguments: { ...website, ...typed(query) },
  });
  const text = replaceIds(JSON.stringify(result), build.names);
  const value = JSON.parse(text) as { isError?: boolean; structuredContent?: unknown };
  // The text says the same as the structure; in an error it is for people.
  const content = inSharedOrder(maskFields(value.structuredContent, route), route, false);
  return { isError: value.isError ?? false, content };
}

/** Numbers and truth values are no texts here. */
const typed = (query: Query) =>
  Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      /^(?:true|false|\d+)$/.test(text) ? (JSON.parse(text) as unknown) : text,
    ]),
  );

async function call(
  { base, account }: RunningBuild,
  method: string,
  params: object,
): Promise<unknown> {
  const request = {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      'x-api-key': account.apiKey,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
  const { text } = await retryWhileBusy(() => exchange(`${base}/mcp`, request));
  const { result, error } = JSON.parse(text) as { result?: unknown; error?: { code: number } };
  return result ?? { isError: true, code: error?.code };
}
