// Every request that both builds get, with every parameter. Pure.
import { createRandomValues } from '../visits/random-values.js';
import { dayBefore, FIRST_DAY } from '../account/contents.js';
import type { Caller } from '../builds/running-build.js';
import type { Parameter, Route } from './openapi.js';
import { valuesOf } from './parameter-values.js';

export type Query = Readonly<Record<string, string>>;

/** A request to a route, or to a tool of assistants. */
export interface ReadRequest {
  /** The name of the route, `listBots`. */
  route: string;
  /** The path of the route, with `{id}` where the id of `resource` stands. */
  path: string;
  query: Query;
  /** The name of what it is about, such as `website 1`. */
  resource?: string;
  caller: Caller;
}

export interface RequestOptions {
  instant: number;
  seed: number;
  /** Names of what the account has, by the prefixes of their ids. */
  resources: Readonly<Record<string, readonly string[]>>;
  /** With false, parameters are sent one by one only. */
  combined: boolean;
}

/** How many requests with three to five random parameters a route gets. */
const RANDOM_REQUESTS = 60;

/** The parameters of days: with others, some ranges of days are sent, and not every pair of days. */
const OF_DAYS: ReadonlySet<string> = new Set(['period', 'start_date', 'end_date']);

type Choice = readonly [name: string, value: string];

/** Returns the requests to a route, each once. */
export function requestsTo(route: Route, options: RequestOptions): ReadRequest[] {
  const { idPrefix } = route;
  const resources = idPrefix === undefined ? [undefined] : (options.resources[idPrefix] ?? []);
  const [first, ...others] = resources;
  if (resources.length === 0) return [];
  const of = (resource: string | undefined, caller: Caller) => (query: Query) => ({
    ...{ route: route.id, path: route.path, query, caller },
    ...(resource === undefined ? {} : { resource }),
  });
  const onAllDays = singleParameters(route, options);
  const fewOnAllDays = singleParameters(route, options, someOf);
  const queries = [
    ...onAllDays,
    ...otherRanges(route, options),
    ...(options.combined ? [...pairs(route, options), ...randomQueries(route, options)] : []),
  ];
  return [
    ...distinct(queries).map(of(first, 'account')),
    ...others.flatMap((other) => distinct(fewOnAllDays).map(of(other, 'account'))),
    ...distinct(fewOnAllDays).map(of(first, 'reader')),
  ];
}

/** Returns the parameters for which no values are named. */
export const withoutValues = (route: Route, instant: number): string[] =>
  route.parameters
    .filter((one) => !valuesOf(one, instant))
    .map(({ name }) => `${route.id}?${name}`);

/** Values of every parameter but those of days, on all days; by default every value. */
function singleParameters(
  route: Route,
  { instant }: RequestOptions,
  choose: typeof choicesOf = choicesOf,
): Query[] {
  const allDays = { ...requiredBy(route, instant), ...rangesOf(route, instant)[0] };
  const others = route.parameters.filter(({ name }) => !OF_DAYS.has(name));
  const choices = others.flatMap((one) => choose(one, instant));
  return [allDays, ...choices.map((choice) => ({ ...allDays, ...queryOf([choice]) }))];
}

/** A value of every parameter on each range of days, and every parameter of days alone. */
function otherRanges(route: Route, { instant }: RequestOptions): Query[] {
  const required = requiredBy(route, instant);
  const ofDays = route.parameters.filter(({ name }) => OF_DAYS.has(name));
  const others = route.parameters
    .filter(({ name }) => !OF_DAYS.has(name))
    .map((one) => choicesOf(one, instant));
  return [
    required,
    ...ofDays
      .flatMap((one) => choicesOf(one, instant))
      .map((choice) => ({ ...required, ...queryOf([choice]) })),
    ...rangesOf(route, instant)
      .slice(1)
      .flatMap((range, index) => [
        { ...required, ...range },
        ...others.flatMap((choices) =>
          choices
            .slice(index % choices.length, (index % choices.length) + 1)
            .map((choice) => ({ ...required, ...queryOf([choice]), ...range })),
        ),
      ]),
  ];
}

/** Some values of every two parameters, on all days. */
function pairs(route: Route, { instant }: RequestOptions): Query[] {
  const required = requiredBy(route, instant);
  const days = rangesOf(route, instant)[0] ?? {};
  const parameters = route.parameters
    .filter(({ name }) => !(name in days))
    .map((one) => someOf(one, instant));
  return parameters.flatMap((choices, index) =>
    parameters
      .slice(index + 1)
      .flatMap((others) =>
        choices.flatMap((one) =>
          others.map((other) => ({ ...days, ...required, ...queryOf([one, other]) })),
        ),
      ),
  );
}

/** Three to five parameters with any of their values. */
function randomQueries(route: Route, { instant, seed }: RequestOptions): Query[] {
  const random = createRandomValues(seed);
  const required = requiredBy(route, instant);
  const choices = route.parameters
    .filter(({ name }) => !OF_DAYS.has(name))
    .flatMap((one) => choicesOf(one, instant));
  const ranges = rangesOf(route, instant);
  if (choices.length === 0) return [];
  return Array.from({ length: RANDOM_REQUESTS }, () => ({
    ...required,
    ...queryOf(Array.from({ length: 3 + random.below(3) }, () => random.pick(choices))),
    ...random.pick(ranges),
  }));
}

/** The ranges of days that a route takes, all days first. */
function rangesOf({ parameters }: Route, instant: number): Query[] {
  const days = (from: number, to: number) => ({
    start_date: dayBefore(instant, from),
    end_date: dayBefore(instant, to),
  });
  if (!parameters.some(({ name }) => name === 'start_date')) return [{}];
  const periods = parameters.find(({ name }) => name === 'period')?.values ?? [];
  const named = periods.map((period) => ({ period }));
  return [days(FIRST_DAY + 1, 0), days(200, 90), days(20, 12), ...named];
}

/** Every value of a parameter. */
const choicesOf = (parameter: Parameter, instant: number): Choice[] =>
  (valuesOf(parameter, instant) ?? []).map((value): Choice => [parameter.name, value]);

/** The first and a middle value: of texts, both find something. */
function someOf(parameter: Parameter, instant: number): Choice[] {
  const choices = choicesOf(parameter, instant);
  const middle = choices.length >> 1;
  return choices.filter((_, index) => index === 0 || index === middle);
}

/** Returns a value for each parameter without which a route refuses a request. */
const requiredBy = ({ parameters }: Route, instant: number): Query =>
  queryOf(
    parameters
      .filter(({ required }) => required)
      .flatMap((one) => choicesOf(one, instant).slice(0, 1)),
  );

const queryOf = (choices: readonly Choice[]): Query => Object.fromEntries(choices);

function distinct(queries: readonly Query[]): Query[] {
  const keyOf = (query: Query) => JSON.stringify(Object.entries(query).sort());
  return [...new Map(queries.map((query) => [keyOf(query), query])).values()];
}
