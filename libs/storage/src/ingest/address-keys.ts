import { createSecretKey, type KeyObject } from 'node:crypto';
import type pg from 'pg';
import { statement } from '../database/statement.js';

/** The key with which addresses are sealed now. */
export interface CurrentAddressKey {
  /** 16 hexadecimal digits. */
  id: string;
  /** 256 bits for AES. */
  secret: KeyObject;
  ageMs: number;
}

const TAKE = statement('ingest/take_address_key');
const FIND = statement('ingest/find_address_key');

/**
 * The keys under which API processes seal what they cut off addresses. They are in an unlogged table
 * of the database, wherever the queue is, and a crash of the server loses them.
 */
export class AddressKeys {
  constructor(private readonly pool: pg.Pool) {}

  /** Returns the newest key, or makes one when it is older than this. */
  async take(mostAgeMs: number): Promise<CurrentAddressKey> {
    const { rows } = await this.pool.query<{ id: string; key: Buffer; age_ms: number }>({
      name: 'take_address_key',
      text: TAKE,
      values: [mostAgeMs / 1_000],
    });
    const [row] = rows;
    if (!row) throw new Error('The database gave no key for addresses');
    return { id: row.id, secret: createSecretKey(row.key), ageMs: row.age_ms };
  }

  /** Returns undefined when the key is lost or was deleted: nobody will ever have it again. */
  async find(id: string): Promise<KeyObject | undefined> {
    const { rows } = await this.pool.query<{ key: Buffer }>(FIND, [id]);
    return rows[0] && createSecretKey(rows[0].key);
  }
}
