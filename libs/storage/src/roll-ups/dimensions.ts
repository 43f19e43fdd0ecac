/** What visits are counted by. */
export interface Dimension {
  /** Type of its column. */
  type: string;
  /** Its value of a raw visit `v`, as SQL. */
  raw: string;
  /** The dictionary that has its text, as `raw` names it; without one it stands in the visit. */
  from?: DictionaryJoin;
}

/** Dictionaries of a website that raw visits are joined with, each under the alias in its text. */
export const DICTIONARY_JOINS = {
  clients: 'LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id',
  hosts:
    'LEFT JOIN clients c ON c.website_id = v.website_id AND c.id = v.client_id LEFT JOIN hosts h ON h.website_id = v.website_id AND h.host = coalesce(c.host, v.host)',
  referers: 'LEFT JOIN referers r ON r.website_id = v.website_id AND r.id = v.referer_id',
} as const;
export type DictionaryJoin = keyof typeof DICTIONARY_JOINS;

const ofClient = (name: string): Dimension => ({
  type: 'text',
  raw: `coalesce(c.${name}, v.${name}, '')`,
  from: 'clients',
});

/** Everything that roll-ups count by, by the names of its columns. */
export const DIMENSIONS = {
  /** 0 is people. */
  bot_id: { type: 'integer', raw: 'v.bot_id' },
  page_id: { type: 'bigint', raw: 'v.page_id' },
  status_code: { type: 'smallint', raw: 'v.status_code' },
  /** 0 is a host beyond the bound on distinct hosts. */
  host_id: { type: 'integer', raw: 'coalesce(h.id, 0)', from: 'hosts' },
  /** The website whose tracking key the visits came with. Visits do not have it. */
  key_id: { type: 'integer', raw: '0' },
  /** Two letters. */
  country: { type: 'text', raw: 'v.country' },
  referral_source: {
    type: 'text',
    raw: 'coalesce(r.source, v.referral_source)',
    from: 'referers',
  },
  network: { type: 'cidr', raw: 'network_of(v.ip)' },
  /** Unknown values of a client are empty texts. */
  browser: ofClient('browser'),
  os: ofClient('os'),
  device: ofClient('device'),
} as const satisfies Record<string, Dimension>;
export type DimensionName = keyof typeof DIMENSIONS;
