// Compares all answers of two running builds.
import { inLanes } from '../../support/in-lanes.js';
import type { RunningBuild } from '../builds/running-build.js';
import { commonRoutes, type OpenApi, type Route, routesOf } from '../requests/openapi.js';
import {
  type ReadRequest,
  type RequestOptions,
  requestsTo,
  withoutValues,
} from '../requests/requests.js';
import { commandsOf, compareCommand } from './commands.js';
import { type Compared, compareReport } from './reports.js';
import { linesOf, type Summary } from './summary.js';
import { callsOf, compareTool, readTools } from './tools.js';

export interface Comparison {
  before: RunningBuild;
  after: RunningBuild;
  summary: Summary;
  options: RequestOptions;
  /** Only routes, tools and commands whose name this finds. */
  only: RegExp;
  /** Prints a line about the progress. */
  log: (line: string) => void;
}

/** How many requests each build gets at the same time. */
const CONCURRENCY = 4;
const LOGGED_EVERY_MS = 15_000;

/** Sends both builds every request to the API, calls every tool of assistants, and runs commands. */
export async function compareBuilds(comparison: Comparison): Promise<void> {
  await compareReports(comparison);
  await compareTools(comparison);
  await compareCommands(comparison);
}

async function compareReports(comparison: Comparison): Promise<void> {
  const { before, after, log, options } = comparison;
  const routes = await commonOf(comparison, 'OpenAPI document', readRoutes);
  for (const missing of routes.flatMap((route) => withoutValues(route, options.instant)))
    log(`not compared: requests/parameter-values.ts names no value for ${missing}`);
  const requests = routes.flatMap((route) => requestsTo(route, options));
  await compareAll(requests, comparison, (one) => compareReport(before, after, one));
}

async function compareTools(comparison: Comparison): Promise<void> {
  const { before, after, options } = comparison;
  const tools = await commonOf(comparison, 'list of tools', readTools);
  const calls = tools.flatMap((tool) => callsOf(tool, options));
  await compareAll(calls, comparison, async (one) => ({
    differences: await compareTool(before, after, one),
  }));
}

async function compareCommands(comparison: Comparison): Promise<void> {
  const { before, after, summary, options, only } = comparison;
  const commands = commandsOf(options.instant).filter(([name = '']) => only.test(name));
  for (const command of commands) {
    const begun = performance.now();
    const differences = await compareCommand(before, after, command);
    const [route, line] = [`command ${command[0]}`, `command ${command.join(' ')}`];
    summary.add({ route, request: line, differences, tookMs: performance.now() - begun });
  }
}

/** Returns what both builds have. What only one of them has is a difference. */
async function commonOf(
  { before, after, summary, only }: Comparison,
  document: string,
  read: (build: RunningBuild) => Promise<Route[]>,
): Promise<Route[]> {
  const [mine, theirs] = await Promise.all([read(before), read(after)]);
  const { common, onlyBefore, onlyAfter } = commonRoutes(mine, theirs);
  const differences = [
    ...onlyBefore.map((path) => ({ path, before: 'declared', after: undefined })),
    ...onlyAfter.map((path) => ({ path, before: undefined, after: 'declared' })),
  ];
  summary.add({ route: document, request: document, differences });
  return common.filter(({ id }) => only.test(id));
}

async function readRoutes(build: RunningBuild): Promise<Route[]> {
  const { text } = await build.get('/openapi.json', 'account');
  return routesOf(JSON.parse(text) as OpenApi);
}

async function compareAll(
  requests: readonly ReadRequest[],
  { summary, log }: Comparison,
  compare: (request: ReadRequest) => Promise<Partial<Compared> & Pick<Compared, 'differences'>>,
): Promise<void> {
  let done = 0;
  const progress = setInterval(
    () => log(`${done} of ${requests.length} requests`),
    LOGGED_EVERY_MS,
  );
  const compareOne = async (one: ReadRequest) => {
    const begun = performance.now();
    const found = await compare(one);
    const tookMs = performance.now() - begun;
    const first = summary.add({ route: one.route, request: inWords(one), tookMs, ...found });
    if (first) log(['the first of its route', ...linesOf(first)].join('\n'));
    done += 1;
  };
  try {
    await inLanes(
      requests.length,
      (index) => compareOne(requests[index] as ReadRequest),
      CONCURRENCY,
    );
  } finally {
    clearInterval(progress);
  }
}

function inWords({ route, path, query, resource, caller }: ReadRequest): string {
  const parameters = new URLSearchParams(query).toString();
  const who = caller === 'reader' ? ', as a reader of the shared link' : '';
  return `${route}: ${path.replace('{id}', `{${resource}}`)}?${parameters}${who}`;
}
