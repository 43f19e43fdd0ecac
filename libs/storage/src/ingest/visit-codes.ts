import type { DimensionName } from '../roll-ups/dimensions.js';
import type { NumberedVisits } from './visit-numbers.js';

/** Stands for a value that a visit does not have. */
export const NO_VALUE = -1;

/** The id of a host that the dictionary had no room for. */
const BEYOND_BOUND = 0;

/** A dimension of visits in whole numbers. */
export interface Codes {
  /** Of each visit, or of each item of a list of the batch. */
  codes: ArrayLike<number>;
  /** For each visit the index of its item; undefined when the codes are those of the visits. */
  items?: ArrayLike<number>;
}

/** Gives texts whole numbers, in the order in which they come. */
export class TextCodes {
  private readonly known = new Map<string, number>();
  /** Most are known by this one, which a client has whose browser is not known. */
  readonly texts: string[] = [''];

  codeOf(text: string): number {
    if (text === '') return 0;
    let code = this.known.get(text);
    if (code === undefined) this.known.set(text, (code = this.texts.push(text) - 1));
    return code;
  }
}

type Read = (numbered: NumberedVisits, texts: TextCodes) => Codes;

const ofClient =
  (name: 'browser' | 'os' | 'device'): Read =>
  ({ visits: { clients, clientOf } }, texts) => ({
    codes: clients.map((client) => texts.codeOf(client[name] ?? '')),
    items: clientOf,
  });

/** How each dimension that writers count by is read from a batch. */
const READ: Partial<Record<DimensionName, Read>> = {
  bot_id: ({ visits }) => ({ codes: visits.botIds }),
  status_code: ({ visits }) => ({ codes: visits.statusCodes }),
  page_id: ({ visits: { pages, pageOf } }) => ({
    codes: pages.map(({ id }) => id ?? NO_VALUE),
    items: pageOf,
  }),
  host_id: ({ hostIds, visits }) => ({
    codes: hostIds.map((id) => id ?? BEYOND_BOUND),
    items: visits.clientOf,
  }),
  key_id: ({ keyWebsiteId, visits }) => ({
    codes: [keyWebsiteId],
    items: new Uint8Array(visits.count),
  }),
  country: ({ visits: { texts: own } }, texts) => ({
    codes: own.country.texts.map((text) => (text === null ? NO_VALUE : texts.codeOf(text))),
    items: own.country.places,
  }),
  referral_source: ({ visits: { referers, refererOf } }, texts) => ({
    codes: referers.map(({ referralSource }) =>
      referralSource === null ? NO_VALUE : texts.codeOf(referralSource),
    ),
    items: refererOf,
  }),
  browser: ofClient('browser'),
  os: ofClient('os'),
  device: ofClient('device'),
};

/** Returns a dimension of a batch. Texts are those of all batches that are counted together. */
export function codesOf(name: DimensionName, numbered: NumberedVisits, texts: TextCodes): Codes {
  const read = READ[name];
  if (read === undefined) throw new Error(`No writer counts by ${name}`);
  return read(numbered, texts);
}
