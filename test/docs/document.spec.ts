import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { API_ERRORS, type ApiErrorCode, EARLIEST_DATE, LATEST_DATE } from '@app/contracts';
import { checkRows } from '@app/testing';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';
import { type Format, MEDIA_TYPES } from '../../apps/api/src/http/formats.js';
import {
  type Content,
  DOCUMENT,
  type Json,
  OF_JSON,
  type Operation,
  OPERATIONS,
  parameterNames,
  REPORTS,
} from './document.js';
import { answerValidator } from './validator.js';

/** Feeds may answer in the form of their senders, and assistants have a protocol of their own. */
const OWN_FORMS = new Set([
  'mcp',
  ...FEEDS.flatMap(({ answers, addresses }) =>
    answers ? addresses.map(({ deliver }) => deliver.id) : [],
  ),
]);
const answersInOwnForm = ({ operationId }: Operation) => OWN_FORMS.has(operationId);

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGES = join(ROOT, 'node_modules');
const run = promisify(execFile);

/** Without the types of browsers, and without a check of the language's own types. */
const STRICT = {
  strict: true,
  noEmit: true,
  module: 'nodenext',
  target: 'es2022',
  lib: ['es2022'],
  types: [],
  skipDefaultLibCheck: true,
};

/** Runs a program of Node in a process of its own, and gives what it writes to standard output. */
async function runNode(args: string[], cwd: string): Promise<string> {
  const failed = (error: { stdout: string; stderr: string }) => {
    if (error.stdout === '') throw new Error(error.stderr);
    return error;
  };
  return (await run(process.execPath, args, { cwd }).catch(failed)).stdout;
}

describe('Tools that read it', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'botgauge-openapi-'));
    await writeFile(file('openapi.json'), JSON.stringify(DOCUMENT));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('find nothing that Redocly advises against', async () => {
    // The routes for operators take nothing that could be wrong.
    const rules = "{ 'operation-4xx-response': 'off' }";
    const program = `
      import { createConfig, lint } from '@redocly/openapi-core';
      const config = await createConfig({ extends: ['recommended'], rules: ${rules} });
      const problems = await lint({ ref: ${JSON.stringify(file('openapi.json'))}, config });
      for (const { ruleId, message } of problems) console.log(ruleId + ': ' + message);`;
    expect(await runNode(['--input-type=module', '-e', program], ROOT)).toBe('');
  });

  it('generate a client that compiles under --strict and knows every answer', async () => {
    const generator = join(PACKAGES, 'openapi-typescript', 'bin', 'cli.js');
    await runNode([generator, file('openapi.json'), '-o', file('api.d.ts')], folder);
    await writeFile(file('client.ts'), clientOf());
    await writeFile(file('tsconfig.json'), JSON.stringify({ compilerOptions: STRICT }));
    const compiler = join(PACKAGES, 'typescript', 'bin', 'tsc');
    expect(await runNode([compiler, '-p', folder], folder)).toBe('');
  });

  /** A program that looks at every answer, whatever type it may come as. */
  function clientOf(): string {
    const lines = OF_JSON.filter((operation) => !answersInOwnForm(operation)).map(
      ({ operationId, status }) =>
        `export const of_${operationId} = (answer: Answer<'${operationId}', ${status}>): boolean => answer.success;`,
    );
    return [
      "import type { operations } from './api.js';",
      'type Answer<Id extends keyof operations, Status> =',
      '  operations[Id]["responses"] extends { [S in Status & number]: { content: infer Types } }',
      "    ? Types['application/json' & keyof Types]",
      '    : never;',
      ...lines,
      "type Bots = Answer<'listBots', 200>['data']['bots'];",
      'export const visitsOf = (bots: Bots): number[] => bots.map(({ visits }) => visits);',
      "type Made = Answer<'createApiKey', 201>;",
      'export const valueOf = ({ data }: Made): string => data.key;',
      '',
    ].join('\n');
  }
});

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const ERRORS = OPERATIONS.flatMap((operation) =>
  Object.entries(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { content }]) => ({
      operation,
      status: Number(status),
      json: content['application/json'] as Content,
    })),
);

describe('An example', () => {
  const validate = answerValidator();
  const expectValid = ({ schema }: Content, value: unknown) =>
    expect(validate(schema, value)).toEqual([]);

  it('of what every operation takes and answers is as described', () =>
    checkRows(
      OF_JSON,
      ({ answer, body }) => {
        expect(answer.example).toBeDefined();
        expectValid(answer, answer.example);
        if (body) expectValid(body, body.example);
      },
      nameOf,
    ));

  it('of every error has a code of its status', () =>
    checkRows(
      ERRORS,
      ({ status, json, operation }) => {
        const examples = Object.entries(json.examples ?? {});
        expect(examples.length).toBeGreaterThan(0);
        for (const [code, { value }] of examples) {
          expect(API_ERRORS[code as ApiErrorCode].status).toBe(status);
          if (!answersInOwnForm(operation))
            expect(value).toMatchObject({ success: false, error: { code } });
          expectValid(json, value);
        }
      },
      ({ status, operation }) => `${nameOf(operation)} ${status}`,
    ));
});

const REFERENCE = /#\/components\/schemas\/\w+/g;
describe('A client that was generated from it', () => {
  /** Everything in a part of the document, with the name under which it stands. */
  function* partsOf(part: unknown, name = ''): Generator<[string, Json]> {
    if (typeof part !== 'object' || part === null) return;
    if (!Array.isArray(part)) yield [name, part as Json];
    for (const [inside, value] of Object.entries(part))
      if (!['example', 'examples'].includes(inside)) yield* partsOf(value, `${name}.${inside}`);
  }
  const answers = OPERATIONS.flatMap(({ operationId, responses }) => [
    ...partsOf(responses, operationId),
  ]);
  const sent = new Set(
    OPERATIONS.flatMap(
      ({ requestBody }) => JSON.stringify(requestBody ?? {}).match(REFERENCE) ?? [],
    ),
  );
  const components = [...partsOf(DOCUMENT['components'])].filter(
    ([name]) => !sent.has(`#/components/schemas/${name.split('.')[2] ?? ''}`),
  );
  const described = [...answers, ...components];

  it('takes answers with fields that it does not know', () => {
    const closed = described.filter(([, part]) => part['additionalProperties'] === false);
    expect(closed.map(([name]) => name)).toEqual([]);
  });

  it('takes answers with values of an enumeration that it does not know', () => {
    const closed = described.filter(
      ([, { enum: values }]) =>
        Array.isArray(values) && values.filter((value) => value !== null).length > 1,
    );
    expect(closed.map(([name]) => name)).toEqual([]);
    const open = described.filter(([, part]) => part['x-extensible-enum'] !== undefined);
    expect(open.length).toBeGreaterThan(20);
    for (const [name, { description }] of open)
      expect([name, description]).toEqual([name, expect.stringMatching(/others may be added$/)]);
  });

  it('reads every format that an operation offers', () =>
    checkRows(
      OPERATIONS.filter(({ tags }) => !tags.includes('Ingestion')),
      ({ parameters, responses }) => {
        const parameter = parameters.find(({ name }) => name === 'format');
        const { enum: formats = ['json'] } = (parameter?.schema ?? {}) as { enum?: Format[] };
        const types = Object.keys(responses['200']?.content ?? {});
        if (parameter)
          expect(types).toEqual(
            expect.arrayContaining(formats.map((format) => MEDIA_TYPES[format])),
          );
        if (parameter) expect(types).toHaveLength(formats.length);
      },
      nameOf,
    ));
});
it('names the first and the last day that reports take', () =>
  checkRows(
    OPERATIONS.filter((operation) => parameterNames(operation).includes('start_date')),
    ({ parameters }) => {
      for (const name of ['start_date', 'end_date']) {
        const { schema, description } = parameters.find((one) => one.name === name) ?? {};
        expect(description).toContain(`from ${EARLIEST_DATE} to ${LATEST_DATE}`);
        const taken = new RegExp(schema?.pattern ?? '$^');
        for (const day of [EARLIEST_DATE, '2026-11-20', LATEST_DATE]) expect(day).toMatch(taken);
        for (const day of ['1999-12-31', '2100-01-01', '20260-01-01'])
          expect(day).not.toMatch(taken);
      }
    },
    nameOf,
  ));

it('says of no number what every integer of JavaScript is', () => {
  expect(JSON.stringify(DOCUMENT)).not.toContain(`${Number.MAX_SAFE_INTEGER}`);
});

it('names the headers of every answer', () =>
  checkRows(
    OPERATIONS,
    ({ responses, security }) => {
      for (const [status, { headers }] of Object.entries(responses)) {
        const expected = [status, 'X-Request-Id'];
        // Who signs in is counted when the key is known to be right.
        const isCounted = security.some((way) => Object.keys(way).length === 0)
          ? /^(2|429)/.test(status)
          : security.length > 0 && !['401', '408', '414', '421'].includes(status);
        if (isCounted)
          expected.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
        if (['429', '503'].includes(status)) expected.push('Retry-After');
        expect([status, ...Object.keys(headers)]).toEqual(expect.arrayContaining(expected));
      }
    },
    nameOf,
  ));

it('names the days on every report about the visits of a website', () => {
  const visits = REPORTS.filter(
    ({ path }) => path.includes('{id}') && !/\/(feeds|findings|generate|live)$/.test(path),
  );
  for (const operation of visits)
    expect(parameterNames(operation)).toEqual(
      expect.arrayContaining(['period', 'start_date', 'end_date']),
    );
});
