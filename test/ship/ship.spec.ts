import { appendFileSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { eventually } from '@app/testing';
import { PACKED_LOGS } from '../../apps/cli/test/packed-logs.js';
import { type Fault, startFaultyFront } from '../import/faulty-front.js';
import { Operator } from '../import/importing.js';
import { RotatingLog, ShipProcess, zip } from '../support/shipping.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

let system: System;
beforeAll(async () => {
  system = await startSystemOn('postgres', { flavour: 'plain' });
});
afterAll(() => system.stop());

let operator: Operator;
beforeEach(async () => {
  operator = new Operator(system, await system.createTenant());
});
afterEach(() => operator.close());

const ship = (...args: string[]) => new ShipProcess(args, operator.env);

/** Waits until this number of visits is stored, and expects that there are no others. */
async function untilVisits(visits: number) {
  await system.untilVisits(operator.tenant.website, visits);
  await operator.expectVisits(visits);
}

async function untilSaid(process: ShipProcess, text: string) {
  await eventually(() => expect(process.output()).toContain(text));
}

/** Ends with SIGTERM, as service managers do. */
async function stop(process: ShipProcess) {
  const status = await process.stop();
  expect({ status, output: process.output() }).toMatchObject({ status: 0 });
}

describe('a log that grows', () => {
  it('is sent as it grows, and continued after SIGTERM and kill -9', async () => {
    const log = new RotatingLog(operator.folder);
    log.append(2_500);
    const first = ship(log.path);
    await untilVisits(2_500);
    // A line is sent when it is whole.
    const line = log.next(1);
    appendFileSync(log.path, line.slice(0, 60));
    log.lines--;
    await stop(first);
    expect(first.output()).toMatch(/access\.log: Apache or nginx combined\n/);
    expect(first.output()).toMatch(/2,500 entries, 0 rejected, 2,500 lines in .*\n$/);
    appendFileSync(log.path, line.slice(60));
    log.lines++;
    const second = ship(log.path);
    await untilVisits(2_501);
    log.append(10);
    await untilVisits(2_511);
    await second.kill();
    log.append(10);
    const third = ship(log.path);
    await untilVisits(2_521);
    await untilSaid(third, 'after the 2,5');
    await stop(third);
  });

  it('names the lines that cannot be read, and goes on', async () => {
    const log = new RotatingLog(operator.folder);
    log.append(3);
    const process = ship(log.path, '--rejects', join(operator.folder, 'rejects'));
    await untilVisits(3);
    appendFileSync(log.path, 'no log line\n');
    log.append(1);
    await untilVisits(4);
    await stop(process);
    expect(process.output()).toContain('access.log:4 has no time like');
    expect(process.output()).toContain('4 entries, 1 rejected');
  });

  it('may be rotated, and the old file may be zipped, while it is followed and while not', async () => {
    const log = new RotatingLog(operator.folder);
    log.append(1_500);
    const first = ship(log.path);
    await untilVisits(1_500);
    log.append(20);
    const old = log.rotate();
    // The server writes to the old file for a while.
    appendFileSync(old, log.next(5));
    log.append(30);
    await untilVisits(1_555);
    log.append(7);
    await first.kill();
    log.append(40);
    zip(log.rotate());
    log.append(50);
    const second = ship(log.path);
    await untilVisits(1_652);
    await stop(second);
  });

  it('may be zipped so slowly that it is found before it is whole', async () => {
    const log = new RotatingLog(operator.folder);
    log.append(200);
    const first = ship(log.path);
    await untilVisits(200);
    await stop(first);
    log.append(3_000);
    const zipped = gzipSync(readFileSync(log.path));
    rmSync(log.path);
    const path = `${log.path}.1.gz`;
    writeFileSync(path, zipped.subarray(0, zipped.length / 2));
    log.append(10);
    const second = ship(log.path);
    await untilSaid(second, '.1.gz ends early');
    await second.kill();
    const third = ship(log.path);
    await untilSaid(third, '.1.gz ends early');
    writeFileSync(path, zipped);
    await untilVisits(3_210);
    await stop(third);
  });

  it.each(PACKED_LOGS)('may be packed by %s', async (_kind, packed) => {
    writeFileSync(join(operator.folder, 'access.log.1.packed'), packed);
    const command = ship(join(operator.folder, 'access.log*'));
    await untilVisits(8);
    await stop(command);
  });

  it('is told about when its lines lack something', async () => {
    const log = join(operator.folder, 'access.log');
    const visits = new RotatingLog(operator.folder, 'other.log').next(30);
    writeFileSync(log, visits.replaceAll('192.0.2.7', '-'));
    const command = ship(log);
    await untilVisits(30);
    await stop(command);
    expect(command.output()).toContain('access.log: 30 of 30 entries have no address');
  });

  it('may be copied and emptied, while it is followed and while not', async () => {
    const log = new RotatingLog(operator.folder);
    log.append(1_200);
    const first = ship(`${log.path}*`);
    await untilVisits(1_200);
    log.copyAndTruncate();
    log.append(300);
    await untilVisits(1_500);
    await stop(first);
    log.append(100);
    log.copyAndTruncate();
    log.append(50);
    const second = ship(log.path);
    await untilVisits(1_650);
    await stop(second);
  });

  it('may be replaced by a file with the same inode', async () => {
    const log = new RotatingLog(operator.folder);
    log.append(100);
    const first = ship(log.path);
    await untilVisits(100);
    await stop(first);
    writeFileSync(log.path, log.next(300));
    const second = ship(log.path);
    await untilVisits(400);
    await untilSaid(second, 'If it had more lines, they are lost.');
    await stop(second);
  });
});

describe('a pattern', () => {
  it('finds new files, and sends neither rotated files nor copies twice', async () => {
    const log = new RotatingLog(operator.folder);
    log.append(1_000);
    const process = ship(join(operator.folder, '*.log*'));
    await untilVisits(1_000);
    copyFileSync(log.path, `${log.path}.copy`);
    const other = new RotatingLog(operator.folder, 'other.log', '/other');
    other.append(20);
    const old = log.rotate();
    log.append(30);
    await untilVisits(1_050);
    zip(old);
    zip(other.rotate());
    log.append(1);
    await untilVisits(1_051);
    await process.kill();
    const again = ship(join(operator.folder, '*.log*'));
    log.append(1);
    await untilVisits(1_052);
    await stop(again);
  });

  it('keeps two logs apart that begin with the same lines', async () => {
    const one = new RotatingLog(operator.folder, 'a.log');
    const two = new RotatingLog(operator.folder, 'b.log');
    one.append(2);
    two.append(2);
    const process = ship(join(operator.folder, '?.log'));
    one.append(10);
    appendFileSync(two.path, new RotatingLog(operator.folder, 'x', '/x').next(3));
    await system.untilVisits(operator.tenant.website, 17);
    await operator.expectVisits(17, 15);
    await stop(process);
  });
});

it('standard input is sent to its end', async () => {
  const process = ship('-');
  const log = new RotatingLog(operator.folder);
  process.input.write(log.next(5));
  await untilVisits(5);
  process.input.end(log.next(1_200));
  expect(await process.ended()).toBe(0);
  await untilVisits(1_205);
});

it('an API that is busy, away or loses its answers gets every entry exactly once', async () => {
  const soon = { 'retry-after': '0' };
  const faults: Fault[] = [{ status: 503, headers: soon }, 'lose the answer', 'reset'];
  const front = await startFaultyFront(system.base, (n) =>
    n % 2 === 0 ? faults[(n / 2) % faults.length] : undefined,
  );
  const away = new Operator(system, operator.tenant, front.url);
  const log = new RotatingLog(away.folder);
  log.append(3_300);
  const first = new ShipProcess([log.path], away.env);
  await eventually(() => expect(front.names.length).toBeGreaterThan(3));
  await first.kill();
  log.append(50);
  const second = new ShipProcess([log.path], away.env);
  await untilVisits(3_350);
  await untilSaid(second, 'Waiting for the API (');
  await untilSaid(second, 'The API takes entries again');
  await stop(second);
  away.close();
  await front.stop();
});

it('a state that cannot be written ends the command, which names it', async () => {
  const log = new RotatingLog(operator.folder);
  log.append(1);
  const process = ship(log.path);
  await untilVisits(1);
  operator.forget();
  log.append(1);
  expect(await process.ended()).toBe(1);
  expect(process.output()).toMatch(/cannot be kept in .*ENOENT/);
});

it('two commands do not share a state, and a wrong key is said', async () => {
  const log = new RotatingLog(operator.folder);
  log.append(1);
  const first = ship(log.path);
  await untilVisits(1);
  const second = ship(log.path);
  expect(await second.ended()).toBe(1);
  expect(second.output()).toContain('name all logs in one command');
  await stop(first);
  const wrong = new ShipProcess([log.path], { ...operator.env, BOTGAUGE_BOT_KEY: 'bot_x' });
  expect(await wrong.ended()).toBe(1);
  expect(wrong.output()).toContain('does not accept the key (401): correct BOTGAUGE_BOT_KEY');
});
