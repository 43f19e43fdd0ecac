// A client that is generated from the OpenAPI document, by openapi-typescript and openapi-fetch, asks
// every operation in every format. It is compiled under --strict and runs in a process of its own.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aLogEntryInput, eventually, GPTBOT } from '@app/testing';
import { type Format, MEDIA_TYPES } from '../../apps/api/src/http/formats.js';
import { Browser } from '../support/browser.js';
import { get, ingest, send } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { type Operation, OPERATIONS } from './document.js';
import { answerValidator } from './validator.js';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGES = join(ROOT, 'node_modules');
const run = promisify(execFile);
const COMPILER_OPTIONS = {
  strict: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  skipLibCheck: true,
  isolatedModules: false,
};

/** Parameters that must be given. */
const REQUIRED: Readonly<Record<string, object>> = {
  generateRobots: { disallow: ['ai_training'] },
};
interface Call {
  name: string;
  operation: Operation;
  /** The media type that it asks for, and of which the document must say what it has. */
  type: string;
  query: object;
  headers: Record<string, string>;
}

/** Each operation once for each media type that it offers. */
const CALLS: Call[] = OPERATIONS.flatMap((operation) => {
  const { operationId, status, responses } = operation;
  const query = REQUIRED[operationId] ?? {};
  const types = Object.keys(responses[status]?.content ?? {});
  const asked = { operation, query, headers: {} };
  const byAccept = types.map((type) => ({
    ...asked,
    name: `${operationId} as ${type}`,
    type,
    headers: { accept: type },
  }));
  const byFormat = formatsOf(operation).map(([format, type]) => ({
    ...asked,
    name: `${operationId} with format=${format}`,
    type,
    query: { ...query, format },
  }));
  return [...byAccept, ...byFormat];
});

/** For logs that are sent, `format` means something else. */
function formatsOf(operation: Operation): [string, string][] {
  if (operation.tags.includes('Ingestion')) return [];
  const parameter = operation.parameters.find(({ name }) => name === 'format');
  const { enum: formats = [] } = (parameter as { schema?: { enum?: Format[] } })?.schema ?? {};
  return formats.map((format) => [format, MEDIA_TYPES[format]]);
}
interface Result {
  name: string;
  status: number;
  type: string | null;
  data: unknown;
}

let system: System;
let tenant: Tenant;
let folder: string;
let results: ReadonlyMap<string, Result> = new Map();
const file = (name: string) => join(folder, name);
beforeAll(async () => {
  system = await startSystemOn('postgres', {
    env: { SECRET_KEY: 'ab'.repeat(32), PIXEL: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
  });
  tenant = await system.createTenant({ plan: 'enterprise' });
  const timestamp = new Date().toISOString();
  await ingest(system.base, tenant.botKey, [
    aLogEntryInput({ timestamp }),
    aLogEntryInput({ timestamp, user_agent: GPTBOT }),
  ]);
  await system.untilVisits(tenant.website, 2);
  folder = await mkdtemp(join(tmpdir(), 'botgauge-client-'));
  await symlink(PACKAGES, file('node_modules'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await system.stop();
});

it('is generated, and compiles under --strict with what each answer is declared to be', async () => {
  const document = await fetch(`${system.base}/openapi.json`);
  await writeFile(file('openapi.json'), await document.text());
  await writeFile(file('package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(file('tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await writeFile(file('client.ts'), programOf(await Promise.all(CALLS.map(writeCall))));
  const generator = join(PACKAGES, 'openapi-typescript', 'bin', 'cli.js');
  await execute([generator, file('openapi.json'), '-o', file('api.d.ts')]);
  expect(await execute([join(PACKAGES, 'typescript', 'bin', 'tsc'), '-p', folder])).toBe('');
});

it('asks every operation in every format', async () => {
  const lines = (await execute([file('client.js'), system.base])).trim().split('\n');
  results = new Map(
    lines.map((line) => JSON.parse(line) as Result).map((result) => [result.name, result]),
  );
  expect([...results.keys()]).toEqual(CALLS.map(({ name }) => name));
  expect(CALLS.filter(({ type }) => type === 'text/csv').length).toBeGreaterThan(40);
});

const validate = answerValidator();

it.each(CALLS.map((call) => [call.name, call] as const))('%s is as documented', (name, call) => {
  const { status, type, data } = results.get(name) as Result;
  const { operation } = call;
  const said = { status, type: type?.split(';')[0], data: status < 300 ? 'there' : data };
  expect(said).toEqual({ status: operation.status, type: call.type, data: 'there' });
  const content = operation.responses[status]?.content[call.type];
  expect(validate(content?.schema, data)).toEqual([]);
  if (call.type === 'text/csv') expect(headOf(data)).toBe(headOf(content?.example));
  if (call.type === MEDIA_TYPES.ndjson)
    for (const line of `${data as string}`.trim().split('\n'))
      expect(JSON.parse(line)).toBeDefined();
});

const headOf = (csv: unknown) => `${csv as string}`.split('\r\n')[0];

/** A program that makes all calls, one after the other, and writes a line about each. */
function programOf(calls: string[]): string {
  return `
import createClient from 'openapi-fetch';
import type { operations, paths } from './api.js';

declare const process: { argv: string[] };
const baseUrl = process.argv[2] ?? '';
const json = createClient<paths, 'application/json'>({ baseUrl });
const text = createClient<paths>({ baseUrl });
type Answer<Id extends keyof operations, Status, Type> =
  operations[Id]['responses'] extends { [S in Status & number]: { content: infer Types } }
    ? Type extends keyof Types ? Types[Type] : never
    : never;
interface Answered<Data> { data?: Data; error?: unknown; response: Response }
function tell<Data>(name: string, { data, error, response }: Answered<Data>): void {
  const type = response.headers.get('content-type');
  console.log(JSON.stringify({ name, status: response.status, type, data: data ?? error }));
}
${calls.join('\n')}
`;
}

async function writeCall({ name, operation, type, query, headers }: Call): Promise<string> {
  const { method, path, operationId, status, requestBody, security } = operation;
  const [[bodyType, body] = []] = Object.entries(requestBody?.content ?? {});
  const isBot = JSON.stringify(security).includes('botTrackingKey');
  const { id, apiKey } = await subjectOf(operation);
  const options = {
    params: {
      ...(path.includes('{id}') ? { path: { id } } : {}),
      ...(Object.keys(query).length > 0 ? { query } : {}),
    },
    headers: {
      ...(security.length > 0 && !operation.tags.includes('Sessions')
        ? { 'x-api-key': isBot ? tenant.botKey : apiKey }
        : {}),
      ...(operationId.endsWith('Session') || operationId.startsWith('sign')
        ? { 'sec-fetch-site': 'same-origin' }
        : {}),
      ...(operation.tags.includes('Sessions') && path !== '/api/v1/session'
        ? { 'x-api-key': apiKey }
        : {}),
      ...(bodyType ? { 'content-type': bodyType } : {}),
      ...headers,
    },
    ...(body ? { body: bodyOf(operationId, body.example) } : {}),
    parseAs: type === 'application/json' ? 'json' : 'text',
  };
  // A text is sent as it is.
  const serializer =
    typeof body?.example === 'string' ? ', bodySerializer: (text: unknown) => `${text}`' : '';
  const client = type === 'application/json' ? 'json' : 'text';
  const text = JSON.stringify(options).replace('"parseAs":"json"', '"parseAs":"json" as const');
  const literal = text.replace('"parseAs":"text"', '"parseAs":"text" as const').slice(0, -1);
  return `tell<Answer<'${operationId}', ${status}, '${type}'>>(${JSON.stringify(name)}, await ${client}.${method.toUpperCase()}('${path}', ${literal}${serializer}}));`;
}

/** Some examples are of things that must be there. */
function bodyOf(operationId: string, example: unknown): unknown {
  if (operationId === 'signIn') return { api_key: tenant.apiKey };
  if (typeof example === 'object' && example !== null && 'url' in example)
    return { ...example, url: HERE };
  if (operationId === 'createWebsite') return { domain: `d${added++}.example` };
  if (operationId === 'updateWebsite') return { domain: `d${added++}.example` };
  return example;
}
let added = 0;
/** Nobody listens there. */
const HERE = 'http://127.0.0.1:9/';

/** What an operation is about, and the API Key of the account that has it. */
interface Subject {
  id: string;
  apiKey: string;
}

/** Makes a subject for each call, because some calls end it. */
async function subjectOf({ path, operationId }: Operation): Promise<Subject> {
  const { apiKey, website } = tenant;
  const make = (route: `POST /${string}`, body?: object) => made(apiKey, route, body);
  const ofWebsite = `websites/${website.public_id}` as const;
  if (path.includes('/shares/{id}')) return make(`POST /${ofWebsite}/shares`, { name: 'a link' });
  if (path.includes('/alerts/{id}')) return make(`POST /${ofWebsite}/alerts`, { kind: 'errors' });
  if (/\/(?:webhooks|deliveries)\/\{id\}/.test(path)) return webhookOrDelivery(path);
  if (path.includes('/sessions/{id}')) {
    const browser = await Browser.signedIn(system.base, apiKey);
    return { id: (await browser.ask('GET /session')).body.data.id as string, apiKey };
  }
  if (path.endsWith('/signing-secret')) return make(`POST /${ofWebsite}/keys`);
  if (path.includes('/keys/{id}')) return make('POST /keys', { name: 'to be changed' });
  return /^(?:delete|update)Website$/.test(operationId)
    ? make('POST /websites', { domain: `d${added++}.example` })
    : { id: website.public_id, apiKey };
}

async function made(apiKey: string, route: `POST /${string}`, body?: object): Promise<Subject> {
  const answer = await send(system.base, apiKey, route, body);
  expect([route, answer.status]).toEqual([route, 201]);
  return { id: answer.body.data.id as string, apiKey };
}

/** In an account of its own, because none may have many webhooks. */
async function webhookOrDelivery(path: string): Promise<Subject> {
  const { apiKey } = await system.createTenant();
  const webhook = await made(apiKey, 'POST /webhooks', { name: 'w', url: HERE });
  if (path.includes('/webhooks/{id}')) return webhook;
  const delivery = await made(apiKey, `POST /webhooks/${webhook.id}/test`);
  await eventually(async () => {
    const { body } = await get(system.base, `/webhooks/${webhook.id}/deliveries`, apiKey);
    expect(body.data.deliveries[0].state).toBe('failed');
  });
  return delivery;
}

/** Runs a program of Node, and returns what it writes. */
async function execute(args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 }).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      if (error.stdout === '') throw new Error(error.stderr);
      return error;
    },
  );
  return stdout;
}
