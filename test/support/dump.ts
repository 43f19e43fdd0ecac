import { unpackedPayload } from './unpacked-payload.js';
import { Redis } from 'ioredis';
import type pg from 'pg';

/** Matches payloads of queued batches. */
const PAYLOAD = /payload\W+([A-Za-z0-9+/=]{40,})/g;

/**
 * Returns every row of every table as text, with bytes in hexadecimal and the payloads of queued
 * batches unpacked.
 */
export async function dumpDatabase(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return unpacked(texts.join('\n'));
}

/**
 * Returns every key of a Redis database with its value, with the payloads of queued batches
 * unpacked.
 */
export async function dumpRedis(url: string): Promise<string> {
  const client = new Redis(url);
  try {
    const texts: string[] = [];
    for (const key of await client.keys('*')) texts.push(key, await readKey(client, key));
    return unpacked(texts.join('\n'));
  } finally {
    client.disconnect();
  }
}

async function readKey(client: Redis, key: string): Promise<string> {
  switch (await client.type(key)) {
    case 'string':
      return `${await client.get(key)}`;
    case 'hash':
      return JSON.stringify(
        Object.entries(await client.hgetall(key)).map((pair) => pair.join(' ')),
      ).replaceAll('\\', '');
    case 'list':
      return (await client.lrange(key, 0, -1)).join('\n');
    case 'set':
      return (await client.smembers(key)).join('\n');
    case 'zset':
      return (await client.zrange(key, 0, -1)).join('\n');
    case 'stream':
      return JSON.stringify(await client.xrange(key, '-', '+'));
    default:
      return '';
  }
}

function unpacked(dump: string): string {
  const payloads = [...dump.matchAll(PAYLOAD)].map(([, text = '']) => unpackedPayload(text));
  return [dump, ...payloads].join('\n');
}
