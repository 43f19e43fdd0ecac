// Draws visits, the same in every run, because they are drawn from hashes of their numbers.
import {
  ADDRESS_BYTES,
  createAddresses,
  noTexts,
  rowTexts,
  verificationCode,
} from '@app/contracts';
import type { Client, Referer, VisitedPage } from '@app/storage';
import type pg from 'pg';
import type { NumberedVisits } from '../../../libs/storage/src/ingest/visit-numbers.js';
import { BOTS, BROWSERS, REFERERS } from './shapes.js';
import { type Hash, hasher } from './hash.js';

export interface Slice {
  /** The number of the first visit, and how many visits there are. */
  first: number;
  count: number;
  /** Epoch milliseconds. The visits are spread evenly between these times, in order. */
  from: number;
  to: number;
  /** Upper bounds of the shares of the first three websites. */
  shares: readonly number[];
}

/** What the visits of a website refer to, each with its number in the dictionary, by rank. */
interface Known {
  pages: VisitedPage[];
  clients: (Client & { id: number; botId: number; hostId: number })[];
}

const PEOPLE = 0.55;
const HALF = 2 ** 20;
const BITS = HALF - 1;
const SECOND = 20;
/** Each of 50 networks of bots is spoofed. */
const SPOOFED_OF = 50;
const [NOT_CHECKED, VERIFIED, SPOOFED, UNVERIFIABLE] = (
  ['not_checked', 'verified', 'spoofed', 'unverifiable'] as const
).map(verificationCode) as [number, number, number, number];
/** By three bits of a hash, the index of the referer of somebody; nobody else has one. */
const REFERER_OF = [0, 0, 0, 1, 2];

/** Draws of 20 bits from a hash, each from 0 to 1. */
const first = ({ low }: Hash) => (low & BITS) / HALF;
const second = ({ high, low }: Hash) => (((low >>> SECOND) | (high << 12)) & BITS) / HALF;
const third = ({ high }: Hash) => ((high >>> 8) & BITS) / HALF;
const thirdOf16Bits = ({ high }: Hash) => (high >>> 8) & 0xffff;

function statusOf(draw: number): number {
  if (draw < 0.93) return 200;
  if (draw < 0.96) return 301;
  return draw < 0.995 ? 404 : 500;
}

function verificationOf(botId: number, network: number): number {
  if (botId === 0) return NOT_CHECKED;
  if (network % SPOOFED_OF === 0) return SPOOFED;
  return network % 2 === 0 ? VERIFIED : UNVERIFIABLE;
}

/**
 * Draws visits of the websites of a database. Ranks follow Zipf's law: rank = n to the power of a uniform
 * draw. 55 % of the visits are by people. About half of the others are verified, and 2 % spoofed.
 */
export class VisitSource {
  private readonly hashes = [1, 2, 3].map(hasher) as [
    (value: number) => Hash,
    (value: number) => Hash,
    (value: number) => Hash,
  ];
  private readonly referers: Referer[];
  private readonly paths: number;

  private constructor(
    private readonly known: Known,
    readonly websites: readonly number[],
  ) {
    this.paths = known.pages.length / websites.length;
    this.referers = websites.flatMap((websiteId) =>
      REFERERS.map((one) => ({ ...one, websiteId, time: 0 })),
    );
  }

  /** Reads what `createWorld` has made. */
  static async read(client: Pick<pg.ClientBase, 'query'>): Promise<VisitSource> {
    const { rows: pages } = await client.query<Known['pages'][number]>(READ_PAGES);
    const { rows: clients } = await client.query<Known['clients'][number]>(READ_CLIENTS);
    const websites = [...new Set(pages.map(({ websiteId }) => websiteId))];
    return new VisitSource({ pages, clients }, websites);
  }

  draw({ first: number, count, from, to, shares }: Slice): NumberedVisits {
    const visits = this.columns(count);
    for (let row = 0; row < count; row++) {
      visits.times[row] = Math.round(from + ((to - from) * row) / count);
      this.drawOne(visits, row, number + row, shares);
    }
    const { clients } = this.known;
    return {
      visits,
      clientIds: clients.map(({ id }) => id),
      refererIds: this.websites.flatMap(() => REFERERS.map((_, index) => index + 1)),
      hostIds: clients.map(({ hostId }) => hostId),
      keyWebsiteId: this.websites[0] as number,
    };
  }

  private columns(count: number) {
    const { pages, clients } = this.known;
    return {
      count,
      times: new Float64Array(count),
      websiteIds: new Int32Array(count),
      botIds: new Int32Array(count),
      verifications: new Uint8Array(count),
      statusCodes: new Uint32Array(count),
      addresses: createAddresses(count),
      ...{ pageOf: new Int32Array(count), pages },
      ...{ clientOf: new Int32Array(count), clients },
      ...{ refererOf: new Int32Array(count), referers: this.referers },
      texts: rowTexts(() => noTexts(count)),
    };
  }

  private drawOne(
    visits: ReturnType<VisitSource['columns']>,
    row: number,
    number: number,
    shares: readonly number[],
  ): void {
    const [ofAgent, ofPage, ofReferer] = this.hashes;
    const hash = ofAgent(number);
    const place = websiteAt(first(hash), shares);
    const agent = agentAt(second(hash), third(hash));
    const client = place * (BOTS + BROWSERS.length) + agent;
    const botId = (this.known.clients[client] as { botId: number }).botId;
    const other = ofPage(number);
    const network = thirdOf16Bits(other);
    visits.websiteIds[row] = this.websites[place] as number;
    visits.botIds[row] = botId;
    visits.clientOf[row] = client;
    visits.pageOf[row] = place * this.paths + Math.floor(this.paths ** first(other)) - 1;
    visits.statusCodes[row] = statusOf(second(other));
    visits.verifications[row] = verificationOf(botId, network);
    visits.addresses.lengths[row] = ADDRESS_BYTES.ipv4Network;
    visits.addresses.words[4 * row] = (10 << 24) | (network << 8);
    const referer = botId === 0 ? REFERER_OF[ofReferer(number).low & 7] : undefined;
    visits.refererOf[row] = referer === undefined ? -1 : place * REFERERS.length + referer;
  }
}

/** Returns the index of a website. */
function websiteAt(draw: number, shares: readonly number[]): number {
  let place = 0;
  while (place < shares.length && draw >= (shares[place] as number)) place++;
  return place;
}

/** Returns the index of an agent: that of a bot by its rank, and behind all of them that of a browser. */
function agentAt(kind: number, draw: number): number {
  return kind < PEOPLE
    ? BOTS + Math.floor(draw * BROWSERS.length)
    : Math.floor((BOTS + 1) ** draw) - 1;
}

const READ_PAGES = `
SELECT website_id AS "websiteId", id::float8 AS id, path, 0 AS time FROM bench_pages ORDER BY website_id, rank`;

/** Bots by rank, and then browsers. */
const READ_CLIENTS = `
SELECT b.website_id AS "websiteId", b.id, a.bot_id AS "botId", h.id AS "hostId", 0 AS time, c.method, c.host,
  c.user_agent AS "userAgent", c.browser, c.os, c.device
FROM bench_clients b JOIN bench_agents a USING (rank)
JOIN clients c ON c.website_id = b.website_id AND c.id = b.id
JOIN hosts h ON h.website_id = b.website_id AND h.host = c.host
ORDER BY b.website_id, a.rank < 0, abs(a.rank)`;
