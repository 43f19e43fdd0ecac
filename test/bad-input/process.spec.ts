import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { ApiErrorCode } from '@app/contracts';
import { aLogEntryInput } from '@app/testing';
import { expectError, expectProcessed, ingest } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { exchange } from '../support/wire.js';

const MIB = 1024 * 1024;
const BOMBS = 10;
/** The longest body that is accepted. */
const LIMIT = 10 * MIB;
/**
 * Each of ten bombs may hold its 10 MiB twice while its pieces are joined: 200 MiB. The rest is for
 * what came over the wire and what the garbage collector has not yet freed.
 */
const BOUND_MIB = 300;

/** Returns as many gzip members in a row as may be sent. Together they are 10 GB of spaces. */
function endless(): Buffer {
  const member = gzipSync(Buffer.alloc(64 * MIB, ' '), { level: 9 });
  return Buffer.concat(Array(Math.floor((LIMIT - 64 * 1024) / member.length)).fill(member));
}

const packed = (text: string) => gzipSync(text, { level: 9 });
const BOMBS_OF: [string, () => Buffer, ApiErrorCode][] = [
  ['10 MiB that become 10 GB', endless, 'PAYLOAD_TOO_LARGE'],
  ['10 MiB of brackets in 10 KB', () => packed('['.repeat(LIMIT)), 'INVALID_JSON'],
  ['three million entries in 10 KB', () => packed(`[${'{},'.repeat(3e6)}{}]`), 'PAYLOAD_TOO_LARGE'],
];

let system: System;
let tenant: Tenant;
let api: ServiceProcess;
let base: string;
/** Memory of the process after it has done its work a few times. */
let before: number;
beforeAll(async () => {
  system = await startSystem({ worker: false });
  tenant = await system.createTenant();
  api = await startProcess('api', system.env);
  base = `http://127.0.0.1:${api.port}`;
  for (let i = 0; i < 20; i++)
    expectProcessed(await ingest(base, tenant.botKey, [aLogEntryInput()]), 1);
  before = hasProc ? memory('VmRSS') : NaN;
});
afterAll(async () => {
  await api.stop();
  await system.stop();
});

/** Returns MiB as Linux counts them: VmRSS is the current value, VmHWM the highest so far. */
function memory(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${api.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const hasProc = existsSync('/proc/self/status');
if (!hasProc) console.warn('Skipped, because there is no /proc: memory under gzip bombs');

(hasProc ? it : it.skip).each(BOMBS_OF)(
  'ten bombs at once, each %s, make the process grow by less than 300 MiB',
  async (name, make, code) => {
    const bomb = new Uint8Array(make());
    const answers = await Promise.all(
      Array.from({ length: BOMBS }, () =>
        ingest(base, tenant.botKey, bomb, { 'content-encoding': 'gzip' }),
      ),
    );
    // Bodies beyond the limit for bodies in flight are refused before they are read.
    const judged = answers.filter(({ status }) => status !== 503);
    expect(judged.length).toBeGreaterThan(0);
    for (const answer of judged) expectError(answer, code);
    for (const answer of answers)
      if (answer.status === 503) expectError(answer, 'SERVICE_UNAVAILABLE');
    const growth = memory('VmHWM') - before;
    console.log(`The API grew by ${Math.round(growth)} MiB under ${BOMBS} bombs of ${name}`);
    expect(growth).toBeLessThan(BOUND_MIB);
    expectProcessed(await ingest(base, tenant.botKey, [aLogEntryInput()]), 1);
  },
);

it('a client that goes away within its body causes no warning to the operator', async () => {
  const head = `POST /api/v1/logs/custom HTTP/1.1\r\nHost: x\r\nx-api-key: ${tenant.botKey}\r\n`;
  const gzip = '\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03';
  for (const text of [
    `${head}content-length: 100\r\n\r\n[`,
    `${head}content-length: 100\r\ncontent-encoding: gzip\r\n\r\n${gzip}`,
    `${head}transfer-encoding: chunked\r\n\r\n5\r\n[`,
  ]) {
    const quiet = api.output();
    await exchange(base, { pieces: [text], then: 'reset' });
    expectProcessed(await ingest(base, tenant.botKey, [aLogEntryInput()]), 1);
    expect(api.output()).toBe(quiet);
  }
});
