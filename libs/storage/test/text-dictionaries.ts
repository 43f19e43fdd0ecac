/*
 * The statements of dictionaries whose entries are told apart by their one text: paths and hosts.
 * Their text stands in files, so that it can be read and explained: npm run statements writes it, and
 * a test compares.
 */

const WRITTEN = '-- Written by npm run statements.';

interface TextDictionary {
  /** Its table. */
  table: string;
  /** One of its entries, as the columns of numbers are called. */
  one: string;
  /** The column of the text. */
  column: string;
  /** The type of PostgreSQL of the ids. */
  id: string;
  /** The table that counts new entries by website and day. */
  quotas: string;
}

/** The text of each statement, by its name. */
export const TEXT_DICTIONARIES: Readonly<Record<string, string>> = {
  ...lookUps({
    ...{ table: 'pages', one: 'page', column: 'path', id: 'bigint' },
    quotas: 'page_quotas',
  }),
  ...lookUps({
    ...{ table: 'hosts', one: 'host', column: 'host', id: 'integer' },
    quotas: 'dictionary_quotas',
  }),
};

function lookUps(dictionary: TextDictionary): Record<string, string> {
  const { table } = dictionary;
  return {
    [`ingest/find_${table}`]: find(dictionary),
    [`ingest/register_${table}`]: register(dictionary),
  };
}

function find({ table, column }: TextDictionary): string {
  const alias = table.slice(0, 1);
  return `-- The ids of ${column}s that the dictionary knows, with the indexes of the ${column}s in the list.
${WRITTEN}
-- $1 website ids, $2 ${column}s
SELECT (u.number - 1)::integer AS place, ${alias}.id
FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS u (website_id, ${column}, number)
JOIN ${table} ${alias} ON ${alias}.website_id = u.website_id AND ${alias}.${column} = u.${column}
`;
}

function register({ table, one, column, id, quotas }: TextDictionary): string {
  const alias = table.slice(0, 1);
  return `-- The ids of ${column}s; those that the dictionary does not know get one, up to the bound of their
-- website and the day of their visit. Those beyond it have none. Runs behind take_numbers.sql.
${WRITTEN}
-- $1-$2 as in find_${table}.sql, $3 days of the visits,
-- $4 bound on new ${column}s for each website and day
WITH given AS (
  SELECT website_id, ${column}, day, (number - 1)::integer AS place
  FROM unnest($1::integer[], $2::text[], $3::date[]) WITH ORDINALITY AS u (website_id, ${column}, day, number)
), known AS (
  SELECT g.website_id, g.${column}, ${alias}.id FROM given g JOIN ${table} ${alias} ON ${alias}.website_id = g.website_id AND ${alias}.${column} = g.${column}
), unknown AS (
  SELECT website_id, ${column}, min(day) AS day FROM given g
  WHERE NOT EXISTS (SELECT FROM known k WHERE k.website_id = g.website_id AND k.${column} = g.${column})
  GROUP BY 1, 2
), ranked AS (
  SELECT u.*, row_number() OVER (PARTITION BY website_id, day ORDER BY ${column}) + coalesce(q.new_${table}, 0) AS of_day
  FROM unknown u LEFT JOIN ${quotas} q USING (website_id, day)
), taken AS (
  SELECT r.*, (n.last_${one} + row_number() OVER (PARTITION BY r.website_id ORDER BY r.${column}))::${id} AS id
  FROM ranked r JOIN dictionary_numbers n USING (website_id)
  WHERE of_day <= $4::integer
), inserted AS (
  INSERT INTO ${table} (website_id, id, ${column}) SELECT website_id, id, ${column} FROM taken ORDER BY 1, 2
), counted AS (
  INSERT INTO ${quotas} AS q (website_id, day, new_${table})
  SELECT website_id, day, count(*) FROM taken GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (website_id, day) DO UPDATE SET new_${table} = q.new_${table} + excluded.new_${table}
), numbered AS (
  UPDATE dictionary_numbers n SET last_${one} = t.id
  FROM (SELECT website_id, max(id) AS id FROM taken GROUP BY 1) t WHERE n.website_id = t.website_id
)
SELECT g.place, i.id
FROM given g JOIN (SELECT * FROM known UNION SELECT website_id, ${column}, id FROM taken) i USING (website_id, ${column})
`;
}
