// What differs between two builds that answer the same, each with its reason. Pure.

interface MaskedFields {
  /** The routes, tools and commands that it is about; without it, all of them. */
  routes?: RegExp;
  /** The names of the fields. */
  fields: readonly string[];
  reason: string;
}

/** Fields of which it is only compared whether they have a value. */
export const MASKED_FIELDS: readonly MaskedFields[] = [
  {
    fields: ['created_at', 'changed_at', 'last_used_at', 'noted_at'],
    reason: 'It is a time of the run itself, when the account was created or read.',
  },
  {
    fields: ['tracking_id', 'last4', 'first4'],
    reason: 'It is, or shows, a secret or an id that is random.',
  },
  {
    // A feed shows what its records lack in a field of this name.
    routes: /^(?!listFeeds$)/,
    fields: ['message'],
    reason: 'It is the text of an error, which is for people; programs go by `code`.',
  },
  {
    fields: ['next_cursor'],
    reason: 'It is opaque, and has the time at which it was created in it.',
  },
  {
    routes: /^(listFeeds|getAccountSummary)$/,
    fields: ['first_delivery', 'last_delivery', 'at', 'mean_lag_seconds', 'largest_lag_seconds'],
    reason: 'They tell when deliveries came, which no two builds get at the same moment.',
  },
  {
    routes: /^getAccount$/,
    fields: ['api_requests', 'resets_at'],
    reason: 'Both are about the minute of the request.',
  },
  {
    routes: /events$/i,
    fields: ['opened_at', 'seen_at', 'closed_at'],
    reason: 'They tell in which minute a worker judged the alerts.',
  },
  {
    routes: /webhook/i,
    fields: ['url', 'last_delivered_at', 'disabled_at', 'attempted_at', 'duration_ms'],
    reason: 'The port of the receiver is random, and the times are those of the run.',
  },
  {
    routes: /^command dead$/,
    fields: ['id', 'batch_id', 'received_at', 'failed_at'],
    reason: 'The ids of batches are random, and the times are those of the run.',
  },
  {
    routes: /^command export$/,
    fields: ['bytes'],
    reason:
      'Visits of the same millisecond are in any order, on which the size of the file depends.',
  },
  {
    routes: /^getFreshness$/,
    fields: ['behind_seconds', 'waiting_jobs'],
    reason: 'Both are about the moment of the request.',
  },
  {
    routes: /^(getLive$|(get|list)_)/,
    fields: ['now'],
    reason: 'It is the time of the answer.',
  },
];

/** Ids and secrets, which are random. Ids that are known are compared by their names. */
const IDS = /\b(acc|ws|key|al|wh|sh|ev|dl|ses|trk|api|bot|whsec)_[0-9A-Za-z]{16,}/g;

/** Tables of TimescaleDB, which it numbers as it makes them. Errors name them. */
const CHUNKS = /_hyper_\d+_\d+_chunk/g;

/** Replaces ids by the names under which they are compared. */
export function replaceIds(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(IDS, (id, prefix: string) => names.get(id) ?? `${prefix}_…`)
    .replace(CHUNKS, '_hyper_…_chunk');
}

/** Replaces the values of masked fields in an answer to a route, tool or command. */
export function maskFields(value: unknown, route: string): unknown {
  const fields = new Set(
    MASKED_FIELDS.filter(({ routes }) => !routes || routes.test(route)).flatMap(
      (masked) => masked.fields,
    ),
  );
  const mask = (inside: unknown): unknown => {
    if (Array.isArray(inside)) return inside.map(mask);
    if (typeof inside !== 'object' || inside === null) return inside;
    return Object.fromEntries(
      Object.entries(inside).map(([name, one]) => [
        name,
        fields.has(name) && hasValue(one) ? 'masked' : mask(one),
      ]),
    );
  };
  return mask(value);
}

const hasValue = (value: unknown) =>
  value !== '' && (typeof value === 'string' || typeof value === 'number');
