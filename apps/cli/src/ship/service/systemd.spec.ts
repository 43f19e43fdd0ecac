import type { LogAccess } from './log-access.js';
import type { Service } from './service.js';
import { linesForSystemd, unitOf } from './systemd.js';

const SERVICE: Service = {
  node: '/usr/bin/node',
  program: '/opt/botgauge/dist/apps/cli/src/main.js',
  logs: ['/var/log/nginx/access.log*'],
  options: [],
  url: 'https://logs.own.test',
  key: 'bot_x',
};
const ADM: LogAccess = { groups: ['adm'], readsAll: false, belowHome: false };
const linesOf = (access: LogAccess, service: Partial<Service> = {}) =>
  unitOf({ ...SERVICE, ...service }, access).split('\n');

it('runs the command as a user who may read the logs of a group, and nothing else', () => {
  expect(linesOf(ADM)).toEqual(
    expect.arrayContaining([
      'ExecStart=/usr/bin/node /opt/botgauge/dist/apps/cli/src/main.js ship /var/log/nginx/access.log*',
      ...[
        'DynamicUser=yes',
        'SupplementaryGroups=adm',
        'CapabilityBoundingSet=',
        'ProtectHome=yes',
      ],
    ]),
  );
});

it('may read every file where only root may read the logs', () => {
  const lines = linesOf({ groups: [], readsAll: true, belowHome: true });
  expect(lines).toEqual(
    expect.arrayContaining([
      'AmbientCapabilities=CAP_DAC_READ_SEARCH',
      ...['CapabilityBoundingSet=CAP_DAC_READ_SEARCH', 'ProtectHome=read-only'],
    ]),
  );
  expect(lines.join('\n')).not.toContain('SupplementaryGroups');
});

it('needs no group for logs that everybody may read', () => {
  const lines = linesOf({ groups: [], readsAll: false, belowHome: false });
  expect(lines.join('\n')).not.toContain('SupplementaryGroups');
  expect(lines).toContain('CapabilityBoundingSet=');
});

it('gives the command its options and logs as they were typed, whatever is in them', () => {
  const options = ['--format-string', '%h "%r" $status \\'];
  expect(linesOf(ADM, { options, logs: ['/var/log/a b/100%.log'] })).toContain(
    'ExecStart=/usr/bin/node /opt/botgauge/dist/apps/cli/src/main.js ship --format-string ' +
      '"%%h \\"%%r\\" $$status \\\\" "/var/log/a b/100%%.log"',
  );
});

it('keeps the key out of the unit, in a file of root', () => {
  const lines = linesForSystemd(SERVICE, ADM);
  const [, settings = '', unit = ''] = lines.split(/<<'END'\n/);
  expect(settings.split('\nEND\n')[0]).toBe(
    'BOTGAUGE_URL=https://logs.own.test\nBOTGAUGE_BOT_KEY=bot_x',
  );
  expect(lines).toContain('install -m 0600 /dev/stdin /etc/botgauge/ship.env');
  expect(unit).not.toContain('bot_x');
});
