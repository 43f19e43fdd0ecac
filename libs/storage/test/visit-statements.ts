import { type Dictionary, fieldsOf, ROW_TEXTS, type StoredField } from '@app/contracts';

/*
 * The statements that name the fields of visits. Their text stands in files, so that it can be read
 * and explained, and follows from the table of fields: npm run statements writes it, and a test compares.
 */

const LONGEST_LINE = 110;
const WRITTEN = '-- Written by npm run statements, from the table of fields.';

const DICTIONARIES = ['pages', 'clients', 'referers'] as const;
const COLUMNS_OF_TEXTS = [
  ...ROW_TEXTS.map(({ field }): string => field),
  ...DICTIONARIES.flatMap((dictionary) => fieldsOf(dictionary).map(({ field }): string => field)),
];
/** What a row of a visit has besides its website and its time. */
const COLUMNS_OF_ROWS = [
  ...['bot_id', 'verification', 'status_code', 'page_id', 'client_id', 'referer_id', 'ip'],
  ...COLUMNS_OF_TEXTS,
];

/** The text of each statement, by its name. */
export const VISIT_STATEMENTS: Readonly<Record<string, string>> = {
  ...lookUps('clients', 'client'),
  ...lookUps('referers', 'referer'),
  'raw/chosen_visits': chosenVisits(),
  'raw/read_visits': readVisits(),
  'backup/visits': backedUpVisits(),
};

/** Breaks a list into lines, of which all but the first are indented. */
function list(items: readonly string[], indent: number, end = ''): string {
  const lines = [''];
  for (const item of items) {
    const line = lines.at(-1) as string;
    const next = line === '' ? item : `${line}, ${item}`;
    if (line === '' || next.length + indent <= LONGEST_LINE) lines[lines.length - 1] = next;
    else lines.push(item);
  }
  return lines.map((line) => line + end).join(`,\n${' '.repeat(indent)}`);
}

/** The statements of a dictionary whose entries are told apart by a hash of their texts. */
function lookUps(dictionary: Dictionary, one: string): Record<string, string> {
  const columns = fieldsOf(dictionary).map(({ column }) => column);
  return {
    [`ingest/find_${dictionary}`]: find(dictionary, columns),
    [`ingest/register_${dictionary}`]: register(dictionary, one, columns),
  };
}

function texts(columns: readonly string[]): string[] {
  return columns.map((_, at) => `$${at + 2}::text[]`);
}

/** The lists that are given, as a comment of one line or several. */
function lists(columns: readonly string[]): string {
  const names = ['$1 websites', ...columns.map((column, at) => `$${at + 2} ${column}`)];
  return `-- ${list(names, 3)}`.replaceAll('\n   ', '\n-- ');
}

function find(dictionary: Dictionary, columns: readonly string[]): string {
  const alias = dictionary.slice(0, 1);
  return `-- The numbers of ${dictionary} that the dictionary knows, with their indexes in the lists.
${WRITTEN}
${lists(columns)}
SELECT (u.number - 1)::integer AS place, ${alias}.id
FROM unnest($1::integer[], ${list(texts(columns), 2)})
  WITH ORDINALITY AS u (website_id, ${list([...columns, 'number'], 4)})
JOIN ${dictionary} ${alias} ON ${alias}.website_id = u.website_id
  AND ${alias}.key = text_key(${list(
    columns.map((column) => `u.${column}`),
    4,
  )})
`;
}

function register(dictionary: Dictionary, one: string, columns: readonly string[]): string {
  const days = columns.length + 2;
  const alias = dictionary.slice(0, 1);
  const all = list(columns, 4);
  return `-- The numbers of ${dictionary}; those that the dictionary does not know get one, up to the bound of
-- their website and the day of their visit. Those beyond it have none. It runs behind
-- take_numbers.sql.
${WRITTEN}
${lists(columns)},
-- $${days} days of the visits; $${days + 1} bound on new ones for each website and day
WITH given AS MATERIALIZED (
  SELECT website_id, text_key(${all}) AS key,
    ${all}, day, (number - 1)::integer AS place
  FROM unnest($1::integer[], ${list([...texts(columns), `$${days}::date[]`], 4)})
    WITH ORDINALITY AS u (website_id, ${list([...columns, 'day', 'number'], 6)})
), known AS (
  SELECT g.website_id, g.key, ${alias}.id FROM given g
  JOIN ${dictionary} ${alias} ON ${alias}.website_id = g.website_id AND ${alias}.key = g.key
), unknown AS (
  SELECT website_id, key, ${list(
    [...columns.map((column) => `min(${column}) AS ${column}`), 'min(day) AS day'],
    4,
  )}
  FROM given g
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.website_id = g.website_id AND k.key = g.key)
  GROUP BY 1, 2
), ranked AS (
  SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY key) + coalesce(q.new_${dictionary}, 0) AS of_day
  FROM unknown u LEFT JOIN dictionary_quotas q USING (website_id, day)
), taken AS (
  SELECT r.*, (n.last_${one} + row_number() OVER (PARTITION BY r.website_id ORDER BY r.key))::integer AS id
  FROM ranked r JOIN dictionary_numbers n USING (website_id)
  WHERE of_day <= $${days + 1}::integer
), inserted AS (
  INSERT INTO ${dictionary} (website_id, id, key, ${all})
  SELECT website_id, id, key, ${all} FROM taken ORDER BY 1, 2
), counted AS (
  INSERT INTO dictionary_quotas AS q (website_id, day, new_${dictionary})
  SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (website_id, day) DO UPDATE SET new_${dictionary} = q.new_${dictionary} + excluded.new_${dictionary}
), numbered AS (
  UPDATE dictionary_numbers n SET last_${one} = t.id
  FROM (SELECT website_id, max(id) AS id FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id
)
SELECT g.place, i.id
FROM given g JOIN (SELECT * FROM known UNION SELECT website_id, key, id FROM taken) i USING (website_id, key)
`;
}

function chosenVisits(): string {
  return `-- The visits of a website between two places, in no order. What a visit is compared by is a hash of
-- all that is shown of it, because a visit has no id. Visits with equal hashes count as equal.
-- TimescaleDB keeps late visits and all others apart, and uses its indexes of them only if it is
-- told that each visit is one of the two.
${WRITTEN}
-- $1 website, $2 and $3 time and hash of the first place, $4 and $5 those of the last one,
-- $6 bots or null, $7 verification or null, $8 and $9 lowest and highest status or null,
-- $10 the only page or null, $11 prefix of the path or null
SELECT *
FROM (
  SELECT time, ${list(COLUMNS_OF_ROWS, 4)},
    hash_record_extended(ROW(${list(COLUMNS_OF_ROWS, 6)}), 0) AS hash
  FROM visits
  WHERE website_id = $1 AND time >= $2::timestamptz AND time <= $4::timestamptz AND (late OR NOT late)
    AND ($6::integer[] IS NULL OR bot_id = ANY ($6)) AND ($7::smallint IS NULL OR verification = $7)
    AND ($8::smallint IS NULL OR status_code BETWEEN $8 AND $9::smallint)
    AND ($10::bigint IS NULL OR page_id = $10)
    -- Reports count visits by page only if they have one.
    AND ($11::text IS NULL OR page_id IN (SELECT id FROM pages WHERE website_id = $1 AND starts_with(path, $11)))
) v
-- The hash is computed only for visits at the very ends.
WHERE (time > $2 OR hash >= $3::bigint) AND (time < $4 OR hash <= $5::bigint)
`;
}

function readVisits(): string {
  const shown = [
    ...['w.bot_id', 'w.verification', 'w.status_code', 'w.ip'],
    ...ROW_TEXTS.map(({ field }) => `w.${field}`),
    ...DICTIONARIES.flatMap((dictionary) =>
      fieldsOf(dictionary).map(({ field, column }: StoredField) => {
        const alias = dictionary.slice(0, 1);
        return `coalesce(${alias}.${column}, w.${field}) AS ${field}`;
      }),
    ),
  ];
  return `-- Some of the chosen visits, in the order of time and hash, with their texts, wherever these stand.
-- Visits whose hashes are equal by chance are ordered by what they have.
${WRITTEN}
-- The parameters before these are those of chosen_visits.sql.
-- $12 how many equal ones of the first place are left out, $13 limit; $1 is the website
, wanted AS MATERIALIZED (
  SELECT *, row_number() OVER (
    ORDER BY time, hash, ${list(COLUMNS_OF_ROWS, 6)}
  ) AS number
  FROM chosen
  ORDER BY number
  OFFSET $12 LIMIT $13
)
SELECT (extract(epoch FROM w.time) * 1000)::float8 AS at, w.hash::text AS place,
  ${list(shown, 2)}
FROM wanted w
  LEFT JOIN clients c ON c.website_id = $1 AND c.id = w.client_id
  LEFT JOIN referers r ON r.website_id = $1 AND r.id = w.referer_id
  LEFT JOIN pages p ON p.website_id = $1 AND p.id = w.page_id
ORDER BY w.number
`;
}

function backedUpVisits(): string {
  return `-- All raw visits. They are late, because a restore brings their counts too: no aggregate must count
-- them again.
${WRITTEN}
SELECT time, website_id, ${list(COLUMNS_OF_ROWS, 2)}, true AS late
FROM visits
`;
}
