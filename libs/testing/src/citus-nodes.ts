import { withClient } from '@app/storage';

/** Few, because every relation of every database of a test is made once for each. */
const SHARDS_FOR_TESTS = 4;
/** What pg_stat_activity shows. */
const NAME = 'botgauge-test';

/**
 * Makes a database of Citus out of databases that are empty.
 *
 * @param databases their addresses, one for each server, the coordinator first; if there is no other, it
 *   has all rows
 */
export async function joinNodes(databases: string[], shards = SHARDS_FOR_TESTS): Promise<void> {
  await Promise.all(
    databases.map((database) => run(database, 'CREATE EXTENSION IF NOT EXISTS citus')),
  );
  const [coordinator = '', ...workers] = databases;
  const { pathname } = new URL(coordinator);
  await run(
    coordinator,
    `ALTER DATABASE "${pathname.slice(1)}" SET citus.shard_count = ${shards}`,
    `SELECT citus_set_coordinator_host(${hostAndPort(coordinator)})`,
    ...workers.map((worker) => `SELECT citus_add_node(${hostAndPort(worker)})`),
    ...(workers.length > 0
      ? []
      : [`SELECT citus_set_node_property(${hostAndPort(coordinator)}, 'shouldhaveshards', true)`]),
  );
}

/**
 * Returns the addresses of the servers of a database of Citus, the coordinator first.
 *
 * @param coordinator what BOTGAUGE_TEST_CITUS names
 */
export async function findNodes(coordinator: string): Promise<string[]> {
  const rows = await askForNodes(coordinator).catch((error: unknown) => {
    const reason = (error as Error).message;
    throw new Error(
      `BOTGAUGE_TEST_CITUS must name a database with Citus, on a coordinator that runs: ${reason}`,
      { cause: error },
    );
  });
  return rows.map(({ nodename, nodeport }) => {
    const url = new URL(coordinator);
    url.hostname = nodename;
    url.port = String(nodeport);
    return url.href;
  });
}

function askForNodes(coordinator: string): Promise<{ nodename: string; nodeport: number }[]> {
  return withClient(coordinator, NAME, async (client) => {
    const { rows } = await client.query<{ nodename: string; nodeport: number }>(
      'SELECT nodename, nodeport FROM pg_dist_node WHERE isactive ORDER BY groupid',
    );
    return rows;
  });
}

function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `'${hostname}', ${port || 5432}`;
}

function run(url: string, ...statements: string[]): Promise<void> {
  return withClient(url, NAME, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
