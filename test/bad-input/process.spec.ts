import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { aLogEntryInput } from '@app/testing';
import { expectError, expectProcessed, ingest } from '../support/http.js';
import { type ServiceProcess, startProcess } from '../support/processes.js';
import { startSystem, type System, type Tenant } from '../support/system.js';
import { exchange } from '../support/wire.js';

const MIB = 1024 * 1024;
const BOMBS = 10;
/** Of a bomb, as it is sent: just below what a body may have. */
const SENT_BYTES = 10 * MIB - 64 * 1024;
/**
 * Each of ten bombs may hold 10 MiB of decompressed bytes when it is refused, and its connection some
 * of what is sent: some 110 MiB. The rest is what the collector has not yet taken.
 */
const BOUND_MIB = 200;

let system: System;
let tenant: Tenant;
let api: ServiceProcess;
beforeAll(async () => {
  system = await startSystem({ worker: false });
  tenant = await system.createTenant();
  api = await startProcess('api', system.env);
}, 60_000);
afterAll(async () => {
  await api.stop();
  await system.stop();
}, 60_000);

/** In MiB, as Linux counts it: VmRSS is now, VmHWM the most there ever was. */
function memory(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${api.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const hasProc = existsSync('/proc/self/status');
if (!hasProc) console.warn('Skipped, because there is no /proc: memory under gzip bombs');

(hasProc ? it : it.skip)(
  'ten bombs of 10 MiB at once, 10 GB each, make the process grow by less than 200 MiB',
  async () => {
    const base = `http://127.0.0.1:${api.port}`;
    const member = gzipSync(Buffer.alloc(64 * MIB, ' '), { level: 9 });
    const bomb = new Uint8Array(
      Buffer.concat(Array(Math.floor(SENT_BYTES / member.length)).fill(member)),
    );
    expect(bomb.length).toBeGreaterThan(9 * MIB);
    for (let i = 0; i < 20; i++)
      expectProcessed(await ingest(base, tenant.botKey, [aLogEntryInput()]), 1);
    const before = memory('VmRSS');
    const answers = await Promise.all(
      Array.from({ length: BOMBS }, () =>
        ingest(base, tenant.botKey, bomb, { 'content-encoding': 'gzip' }),
      ),
    );
    for (const answer of answers) expectError(answer, 'PAYLOAD_TOO_LARGE', /over 10 MiB/);
    const growth = memory('VmHWM') - before;
    console.log(`The API grew by ${Math.round(growth)} MiB under ${BOMBS} bombs`);
    expect(growth).toBeLessThan(BOUND_MIB);
    expectProcessed(await ingest(base, tenant.botKey, [aLogEntryInput()]), 1);
  },
  60_000,
);

it('a client that goes away within its body is no warning to the operator', async () => {
  const base = `http://127.0.0.1:${api.port}`;
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
