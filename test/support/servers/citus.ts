// Databases on servers with Citus that are there already: it is in no package that could be started
// here. BOTGAUGE_TEST_CITUS names the coordinator, as for the suites.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findNodes, joinNodes, undoneAtEnd } from '@app/testing';
import { connect, type PostgresServer, query } from './postgres.js';

export interface CitusServers extends PostgresServer {
  /** The addresses of the database on the nodes that hold its rows. */
  workers: string[];
  /** Makes the database on a further server, which then is a node of it. */
  addNode(server: string): Promise<void>;
  /** Stops a server at once, as when its machine fails. */
  stopNode(address: string): Promise<void>;
  startNode(address: string): Promise<void>;
}

/** Few enough to be made in seconds, and more than the nodes of a test. */
const SHARDS = 8;

/** Returns why there is no such database on this machine, or undefined. */
export function citusMissing(): string | undefined {
  const { BOTGAUGE_TEST_CITUS: named, BOTGAUGE_TEST_CITUS_CONTROL: control } = process.env;
  if (!named) return 'BOTGAUGE_TEST_CITUS does not name a coordinator of Citus';
  return control ? undefined : 'BOTGAUGE_TEST_CITUS_CONTROL does not name what stops its servers';
}

/** Creates an empty database on all nodes. */
export async function createCitusDatabase(name: string): Promise<CitusServers> {
  const servers = await findNodes(process.env.BOTGAUGE_TEST_CITUS ?? '');
  const urls: string[] = [];
  const create = async (server: string) => {
    await query(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await query(server, `CREATE DATABASE ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    urls.push(url.href);
    return url.href;
  };
  for (const server of servers) await create(server);
  await joinNodes(urls, SHARDS);
  const [coordinator = '', ...workers] = urls;
  return {
    url: coordinator,
    folder: '',
    workers,
    addNode: async (server) => {
      const { hostname, port } = new URL(await create(server));
      await query(urls.at(-1) ?? '', 'CREATE EXTENSION citus');
      await query(coordinator, `SELECT citus_add_node('${hostname}', ${port})`);
    },
    stopNode: (address) => control('stop', address),
    startNode: (address) => control('start', address),
    start: () => control('start', coordinator),
    stop: () => control('stop', coordinator),
    kill: () => control('stop', coordinator),
    lives: () => true,
    query: (sql, values) => query(coordinator, sql, values),
    connect: () => connect(coordinator),
    remove: undoneAtEnd(async () => {
      for (const url of urls) {
        const server = new URL(url);
        server.pathname = '/postgres';
        await query(server.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
    }),
  };
}

/** Runs the program that is lent for it: `stop` or `start`, and the port of a server. */
async function control(what: 'stop' | 'start', address: string): Promise<void> {
  const { BOTGAUGE_TEST_CITUS_CONTROL: program = '' } = process.env;
  await promisify(execFile)(program, [what, new URL(address).port]);
}
