import type { components, paths } from './schema.js';

type Schemas = components['schemas'];
export type Website = Schemas['Website'];
export type Bot = Schemas['BotEntry'];
export type Page = Schemas['PageEntry'];
export type Point = Schemas['SeriesPoint'];
export type Key = Schemas['Key'];
export type CreatedKey = Schemas['CreatedKey'];
export type Session = Schemas['ListedSession'];
export type Summary = Schemas['TrafficSummary'];
export type Share = Schemas['Share'];
export type CreatedShare = Schemas['CreatedShare'];
export type Alert = Schemas['Alert'];
export type Event = Schemas['Event'];
export type AlertInput =
  paths['/api/v1/websites/{id}/alerts']['post']['requestBody']['content']['application/json'];

/** The paths that can be read. */
export type ReadPath = {
  [Path in keyof paths]: paths[Path] extends { get: { responses: { 200: unknown } } }
    ? Path
    : never;
}[keyof paths];

type Operation<Path extends ReadPath> = paths[Path] extends { get: infer Get } ? Get : never;

export type QueryOf<Path extends ReadPath> = NonNullable<
  Operation<Path> extends { parameters: { query?: infer Query } } ? Query : never
>;

/** What a path is asked with: the id in the path, and the parameters that are not undefined. */
export interface Asked<Path extends ReadPath> {
  id?: string;
  query?: { [Name in keyof QueryOf<Path>]?: QueryOf<Path>[Name] | undefined };
}

/** The `data` of its answer. */
export type DataOf<Path extends ReadPath> =
  Operation<Path> extends {
    responses: { 200: { content: { 'application/json': { data: infer Data } } } };
  }
    ? Data
    : never;

export type SeriesAnswer = DataOf<'/api/v1/websites/{id}/timeseries'>;
export type Webhook = DataOf<'/api/v1/webhooks'>['webhooks'][number];
export type Delivery = DataOf<'/api/v1/webhooks/{id}/deliveries'>['deliveries'][number];
