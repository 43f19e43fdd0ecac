import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { killedAtEnd } from '@app/testing';
import { Operator } from '../import/importing.js';
import { RotatingLog, ShipProcess } from '../support/shipping.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

/** The group of Debian that may read logs, and the user and group that may do nothing. */
const ADM = 4;
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const describeAsRoot = isRoot ? describe : describe.skip;
const reason = isRoot ? '' : ' (skipped: only root installs a service)';

let system: System;
let operator: Operator;
beforeAll(async () => {
  system = await startSystemOn('postgres', { flavour: 'plain' });
});
beforeEach(async () => {
  operator = new Operator(system, await system.createTenant());
});
afterEach(() => operator.close());
afterAll(() => system.stop());

async function printed(...args: string[]): Promise<string> {
  const command = new ShipProcess(['--print-service', ...args], operator.env);
  expect({ status: await command.ended(), output: command.output() }).toMatchObject({ status: 0 });
  return command.output();
}

describeAsRoot(`The lines that are printed for systemd${reason}`, () => {
  /** Runs the lines in a shell, with another /etc and without a systemd. */
  function install(lines: string): string {
    const etc = join(operator.folder, 'etc');
    const programs = join(operator.folder, 'programs');
    for (const folder of [join(etc, 'systemd/system'), programs])
      mkdirSync(folder, { recursive: true });
    for (const name of ['systemctl', 'journalctl'])
      writeFileSync(join(programs, name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 });
    const said = execFileSync('sh', ['-eu'], {
      input: lines.replaceAll(' /etc/', ` ${etc}/`),
      env: { PATH: `${programs}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect(said).toMatch(
      /^systemctl daemon-reload\nsystemctl enable botgauge-ship\nsystemctl restart/,
    );
    return etc;
  }

  /** Runs what the unit runs, as a user who may do no more than the user of the unit. */
  function runUnit(etc: string): ChildProcess {
    const unit = readFileSync(join(etc, 'systemd/system/botgauge-ship.service'), 'utf8');
    const command = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
    const settings = readFileSync(join(etc, 'botgauge/ship.env'), 'utf8').trim().split('\n');
    const groups = /^SupplementaryGroups=(.*)$/m.exec(unit)?.[1];
    const capability = /^AmbientCapabilities=CAP_(\w+)$/m.exec(unit)?.[1]?.toLowerCase();
    const state = join(operator.folder, 'state');
    mkdirSync(state, { mode: 0o700 });
    chownSync(state, NOBODY, NOBODY);
    const rights = [
      ...[`--reuid=${NOBODY}`, `--regid=${NOBODY}`],
      groups === undefined ? '--clear-groups' : `--groups=${groups.replaceAll(' ', ',')}`,
      ...(capability ? [`--inh-caps=-all,+${capability}`, `--ambient-caps=+${capability}`] : []),
      ...(capability ? [] : ['--inh-caps=-all']),
    ];
    return killedAtEnd(
      spawn('setpriv', [
        ...rights,
        'env',
        '-i',
        ...settings,
        `IMPORT_STATE_DIR=${state}`,
        ...command,
      ]),
    );
  }

  it.each([
    ['a group', 0o640, ADM],
    ['root', 0o600, 0],
  ])('install a unit that sends a log which only %s may read', async (_, mode, group) => {
    chmodSync(operator.folder, 0o755);
    const log = new RotatingLog(operator.folder);
    log.append(50);
    chmodSync(log.path, mode);
    chownSync(log.path, 0, group);
    const etc = install(await printed('systemd', log.path));
    expect(statSync(join(etc, 'botgauge/ship.env')).mode & 0o777).toBe(0o600);
    const child = runUnit(etc);
    await system.untilVisits(operator.tenant.website, 50);
    log.append(7);
    await system.untilVisits(operator.tenant.website, 57);
    child.kill();
    await once(child, 'exit');
  });
});

it('prints the options of the command, too, and nothing is followed', async () => {
  const lines = await printed('systemd', '--host', 'shop.example', '--quiet', '/var/log/x/*.log');
  expect(lines).toContain(' ship --host shop.example --quiet /var/log/x/*.log\n');
});

it('prints a scheduled task for Windows', async () => {
  const lines = await printed('windows', 'C:\\inetpub\\logs\\LogFiles\\W3SVC1\\*.log');
  expect(lines).toContain('"ship" "C:\\inetpub\\logs\\LogFiles\\W3SVC1\\*.log" >> ');
  expect(lines).toContain(`set BOTGAUGE_BOT_KEY=${operator.env.BOTGAUGE_BOT_KEY}`);
});

it('refuses standard input, and a state that the service keeps itself', async () => {
  for (const [args, message] of [
    [['systemd', '-'], 'A service has no standard input: name the logs.'],
    [['systemd', '--state', 'x', 'access.log'], "cannot be used with option '--state <folder>'"],
    [['cron', 'access.log'], 'Allowed choices are systemd, windows.'],
  ] as const) {
    const command = new ShipProcess(['--print-service', ...args], operator.env);
    expect({ status: await command.ended(), output: command.output() }).toEqual({
      status: 2,
      output: expect.stringContaining(message),
    });
  }
});
