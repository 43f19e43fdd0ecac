import {
  packAddresses,
  ROW_TEXTS,
  type RowTexts,
  rowTexts,
  type Verification,
  verificationCode,
} from '@app/contracts';
import {
  type Client,
  type Referer,
  type VisitBatch,
  type VisitColumns,
  type VisitedPage,
  VisitWriter,
} from '@app/storage';

/** One visit with all that is stored of it, as tests make them. */
export interface Visit extends Record<keyof RowTexts, string | null> {
  /** Epoch milliseconds UTC. */
  time: number;
  websiteId: number;
  /** Id of the bot in the registry; 0 is a person. */
  botId: number;
  verification: Verification;
  statusCode: number;
  /** Null when the path is beyond the bound on distinct paths. */
  pageId: number | null;
  method: string;
  host: string;
  path: string;
  ip: string | null;
  userAgent: string;
  browser: string | null;
  os: string | null;
  device: string | null;
  referer: string | null;
  referralSource: string | null;
}

/** Returns a person's visit as it is stored. Every field that may be unknown is unknown. */
export function aVisit(fields: Partial<Visit> = {}): Visit {
  return {
    time: Date.UTC(2026, 10, 20, 12),
    websiteId: 1,
    botId: 0,
    statusCode: 200,
    pageId: null,
    method: 'GET',
    host: 'example.com',
    path: '/',
    ip: null,
    userAgent: 'x',
    browser: null,
    os: null,
    device: null,
    referer: null,
    verification: 'not_checked',
    referralSource: null,
    ...NO_ROW_TEXTS,
    ...fields,
  };
}

const NO_ROW_TEXTS = Object.fromEntries(ROW_TEXTS.map(({ name }) => [name, null])) as Record<
  keyof RowTexts,
  null
>;

/** Returns visits as the writer takes them. */
export function visitColumns(visits: readonly Visit[]): VisitColumns {
  const pages = new Places<VisitedPage>();
  const clients = new Places<Client>();
  const referers = new Places<Referer>();
  return {
    count: visits.length,
    times: Float64Array.from(visits, ({ time }) => time),
    websiteIds: Int32Array.from(visits, ({ websiteId }) => websiteId),
    botIds: Int32Array.from(visits, ({ botId }) => botId),
    verifications: Uint8Array.from(visits, ({ verification }) => verificationCode(verification)),
    statusCodes: Uint32Array.from(visits, ({ statusCode }) => statusCode),
    addresses: packAddresses(visits.map(({ ip }) => ip)),
    pageOf: Int32Array.from(visits, ({ websiteId, time, path, pageId: id }) =>
      pages.of({ websiteId, time, path, id }),
    ),
    pages: pages.list,
    clientOf: Int32Array.from(
      visits,
      ({ websiteId, time, method, host, userAgent, browser, os, device }) =>
        clients.of({ websiteId, time, method, host, userAgent, browser, os, device }),
    ),
    clients: clients.list,
    refererOf: Int32Array.from(visits, ({ websiteId, time, referer, referralSource }) =>
      referer === null ? -1 : referers.of({ websiteId, time, referer, referralSource }),
    ),
    referers: referers.list,
    texts: rowTexts((name) => ({
      texts: visits.map((visit) => visit[name]),
      places: Uint32Array.from(visits, (_, place) => place),
    })),
  };
}

/** Gives what is the same, except for its time, the same place in a list. */
class Places<Entry extends { time: number }> {
  readonly list: Entry[] = [];
  private readonly known = new Map<string, number>();

  of(entry: Entry): number {
    const key = JSON.stringify({ ...entry, time: 0 });
    let place = this.known.get(key);
    if (place === undefined) this.known.set(key, (place = this.list.push(entry) - 1));
    return place;
  }
}

/** A batch of such visits. */
export type BatchOfVisits = Omit<VisitBatch, 'visits' | 'keyWebsiteId'> & {
  visits: readonly Visit[];
  /** By default the first website. */
  keyWebsiteId?: number;
  /** The row of the evidence about each visit; by default there is none. */
  visitorOf?: number[];
};

/** A writer that takes such visits. */
export class TestVisitWriter {
  private readonly writer: VisitWriter;

  constructor(...given: ConstructorParameters<typeof VisitWriter>) {
    this.writer = new VisitWriter(...given);
  }

  split(batch: BatchOfVisits): ReturnType<VisitWriter['split']> {
    return this.writer.split(batch, [...new Set(batch.visits.map(({ websiteId }) => websiteId))]);
  }

  write({ visitorOf, ...batch }: BatchOfVisits): ReturnType<VisitWriter['write']> {
    return this.writer.write({
      keyWebsiteId: 1,
      ...batch,
      visits: { ...visitColumns(batch.visits), visitorOf: visitorOf && Int32Array.from(visitorOf) },
    });
  }
}
