// The routes of a build and their parameters, as its OpenAPI document declares them. Pure.

export interface Parameter {
  name: string;
  /** All values, where the document lists them. */
  values?: readonly string[];
  /** Bounds of an integer. */
  minimum?: number;
  maximum?: number;
  /** True for a list of values with commas between them. */
  isList?: true;
  required: boolean;
}

/** A route that reads something for an account. */
export interface Route {
  /** The name of the operation, `listBots`. */
  id: string;
  /** `/api/v1/websites/{id}/bots` */
  path: string;
  /** The prefix of the ids that its path takes, such as `ws`. */
  idPrefix?: string;
  parameters: readonly Parameter[];
}

interface Schema {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
}

interface DeclaredParameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  example?: string;
}

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  parameters?: DeclaredParameter[];
}

export interface OpenApi {
  paths: Record<string, Partial<Record<string, Operation>>>;
}

/** Returns the routes that a key of an account may only read. */
export function routesOf({ paths }: OpenApi): Route[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get?.security?.some((way) => 'apiKey' in way)) return [];
    const { operationId: id, parameters = [] } = get;
    const example = parameters.find((one) => one.in === 'path')?.example;
    const query = parameters.filter((one) => one.in === 'query');
    return [
      {
        ...{ id, path, parameters: query.map(parameterOf) },
        ...(example === undefined ? {} : { idPrefix: example.split('_')[0] ?? '' }),
      },
    ];
  });
}

function parameterOf({ name, required = false, schema }: DeclaredParameter): Parameter {
  const { type, minimum, maximum, items } = schema;
  const values = (items ?? schema).enum;
  return {
    ...{ name, required },
    ...(values ? { values } : {}),
    ...(type === 'array' ? { isList: true as const } : {}),
    ...(type === 'integer' ? { minimum, maximum } : {}),
  };
}

/** What two builds have in common, and what only one of them has. */
export interface Common<T> {
  common: T[];
  /** Names, such as `listBots?country=de`. */
  onlyBefore: string[];
  onlyAfter: string[];
}

/** Returns what both builds can be asked. */
export function commonRoutes(before: readonly Route[], after: readonly Route[]): Common<Route> {
  const routes = commonOf(before, after, ({ path }) => path);
  const compared = routes.common.map(([one, other]) => commonParameters(one, other));
  return {
    common: compared.flatMap(({ common }) => common),
    onlyBefore: [...routes.onlyBefore, ...compared.flatMap(({ onlyBefore }) => onlyBefore)],
    onlyAfter: [...routes.onlyAfter, ...compared.flatMap(({ onlyAfter }) => onlyAfter)],
  };
}

/** Returns a route with the parameters and values that it has in both builds. */
function commonParameters(before: Route, after: Route): Common<Route> {
  const { id } = before;
  const named = (parameter: Parameter) => `${id}?${parameter.name}`;
  const parameters = commonOf(before.parameters, after.parameters, named);
  const values = parameters.common.map(([one, other]) => ({
    parameter: one,
    ...commonOf(one.values ?? [], other.values ?? [], (value) => `${named(one)}=${value}`),
  }));
  return {
    common: [
      {
        ...before,
        parameters: values.map(({ parameter, common }) =>
          common.length > 0 ? { ...parameter, values: common.map(([value]) => value) } : parameter,
        ),
      },
    ],
    onlyBefore: [...parameters.onlyBefore, ...values.flatMap(({ onlyBefore }) => onlyBefore)],
    onlyAfter: [...parameters.onlyAfter, ...values.flatMap(({ onlyAfter }) => onlyAfter)],
  };
}

/** Pairs what has the same name in two lists. */
function commonOf<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (one: T) => string,
): Common<readonly [T, T]> {
  const byName = (list: readonly T[]) => new Map(list.map((one) => [nameOf(one), one] as const));
  const [mine, theirs] = [byName(before), byName(after)];
  const pairs = [...mine].map(([name, one]) => [name, one, theirs.get(name)] as const);
  return {
    common: pairs.flatMap(([, one, other]) => (other === undefined ? [] : [[one, other] as const])),
    onlyBefore: pairs.filter(([, , other]) => other === undefined).map(([name]) => name),
    onlyAfter: [...theirs.keys()].filter((name) => !mine.has(name)),
  };
}
