import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GPTBOT } from '@app/testing';
import { Operator } from '../import/importing.js';
import { ShipProcess } from '../support/shipping.js';
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

/** Waits until this number of visits is stored, and expects that each is another one. */
async function untilVisits(visits: number) {
  await system.untilVisits(operator.tenant.website, visits);
  await operator.expectVisits(visits);
}

async function stop(process: ShipProcess) {
  expect({ status: await process.stop(), output: process.output() }).toMatchObject({ status: 0 });
}

const TIME = '2026-11-30T05:26:36.123456789Z';

/**
 * The log of a container as the kubelet keeps it. A rotation packs what was rotated before, renames
 * the log, and lets the runtime create a new one.
 *
 * Source: https://github.com/kubernetes/kubernetes/blob/master/pkg/kubelet/logs/container_log_manager.go
 */
class ContainerLog {
  readonly path: string;
  private lines = 0;
  private rotations = 0;

  constructor(
    private readonly folder: string,
    private readonly pod: string,
    restarts = 0,
  ) {
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, `${restarts}.log`);
    writeFileSync(this.path, '');
  }

  /** Adds requests, of which every third is cut into parts, and what nginx says about itself. */
  append(count: number, path = this.path): void {
    for (let i = 0; i < count; i++) {
      const line = this.nextLine();
      const parts =
        this.lines % 3 === 0 ? [line.slice(0, 40), line.slice(40, 90), line.slice(90)] : [line];
      const last = parts.length - 1;
      parts.forEach((part, at) =>
        appendFileSync(path, `${TIME} stdout ${at === last ? 'F' : 'P'} ${part}\n`),
      );
    }
    const note = '2026/11/30 05:26:36 [error] 7#7: *1 open() failed (2: No such file or directory)';
    appendFileSync(path, `${TIME} stderr F ${note}\n`);
  }

  /** Returns the new name of the old log, to which the runtime may still write. */
  rotate(): string {
    for (const old of this.rotated().filter((name) => !name.endsWith('.gz'))) this.pack(old);
    const second = String(10 + this.rotations++);
    const old = `${this.path}.20261130-0526${second}`;
    renameSync(this.path, old);
    writeFileSync(this.path, '');
    return old;
  }

  private rotated(): string[] {
    const names = readdirSync(this.folder).map((name) => join(this.folder, name));
    return names.filter((name) => name.startsWith(`${this.path}.`));
  }

  private pack(old: string): void {
    writeFileSync(`${old}.tmp`, gzipSync(readFileSync(old)));
    renameSync(`${old}.tmp`, `${old}.gz`);
    rmSync(old);
  }

  private nextLine(): string {
    const path = `/${this.pod}/${this.lines++}`;
    return `192.0.2.7 - - [17/May/2025:10:05:03 +0000] "GET ${path} HTTP/1.1" 200 5 "-" "${GPTBOT}"`;
  }
}

const podsIn = (folder: string) => join(folder, 'pods');
const containerIn = (folder: string, pod: string) =>
  join(podsIn(folder), `ingress-nginx_${pod}_0d1f`, 'controller');
const patternIn = (folder: string) =>
  join(podsIn(folder), 'ingress-nginx_*', 'controller', '*.log*');

it('follows a container whose log the kubelet rotates, while it runs and while it does not', async () => {
  const log = new ContainerLog(containerIn(operator.folder, 'one'), 'one');
  log.append(100);
  const first = ship(patternIn(operator.folder));
  await untilVisits(100);
  const old = log.rotate();
  log.append(5, old);
  log.append(20);
  await untilVisits(125);
  log.append(7);
  log.rotate();
  log.append(8);
  await untilVisits(140);
  await first.kill();
  log.append(30);
  log.rotate();
  log.append(40);
  log.rotate();
  log.append(50);
  const second = ship(patternIn(operator.folder));
  await untilVisits(260);
  expect(readdirSync(dirname(log.path))).toHaveLength(5);
  await stop(second);
  expect(second.output()).toContain(' 0 rejected');
});

it('finds pods and containers that start later, and ends with those that are deleted', async () => {
  new ContainerLog(containerIn(operator.folder, 'one'), 'one').append(3);
  const other = join(podsIn(operator.folder), 'shop_web_0d1f', 'controller');
  new ContainerLog(other, 'other').append(3);
  const command = ship(patternIn(operator.folder));
  await untilVisits(3);
  const folder = containerIn(operator.folder, 'two');
  new ContainerLog(folder, 'two').append(4);
  await untilVisits(7);
  new ContainerLog(folder, 'again', 1).append(5);
  await untilVisits(12);
  rmSync(dirname(folder), { recursive: true });
  new ContainerLog(containerIn(operator.folder, 'three'), 'three').append(6);
  await untilVisits(18);
  await stop(command);
});

it('follows the link to a log as the log itself', async () => {
  const log = new ContainerLog(containerIn(operator.folder, 'one'), 'one');
  const links = join(operator.folder, 'containers');
  mkdirSync(links);
  symlinkSync(log.path, join(links, 'one_ingress-nginx_controller-0d1f.log'));
  log.append(10);
  const command = ship(join(links, '*_ingress-nginx_*.log'), patternIn(operator.folder));
  await untilVisits(10);
  log.append(5, log.rotate());
  log.append(5);
  await untilVisits(20);
  await stop(command);
});
