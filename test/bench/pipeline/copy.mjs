// What the database alone can take: the same rows by COPY on one connection into a bare table.

/** Rows a second. The table has the columns and indexes of visits, and neither triggers nor aggregates. */
export async function copyRate(client, flavour) {
  const [{ data_directory: folder }] = (await client.query('SHOW data_directory')).rows;
  const file = `${folder}/bench-copy`;
  await client.query(`COPY (SELECT * FROM visits) TO '${file}'`);
  await client.query('CREATE TABLE bench_copy (LIKE visits INCLUDING DEFAULTS INCLUDING INDEXES)');
  if (flavour === 'timescale') {
    await client.query(
      "SELECT create_hypertable('bench_copy', 'time', chunk_time_interval => INTERVAL '7 days', create_default_indexes => false)",
    );
  }
  await client.query('CHECKPOINT');
  const start = performance.now();
  const { rowCount } = await client.query(`COPY bench_copy FROM '${file}'`);
  const seconds = (performance.now() - start) / 1_000;
  await client.query('DROP TABLE bench_copy');
  return rowCount / seconds;
}
