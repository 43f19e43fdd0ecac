import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { unitOf } from '../../apps/cli/src/ship/service/systemd.js';
import { ENTRY, ENVIRONMENT, exists, PINNED, read, readYaml, VERSION } from './files.js';

const UNIT = read('deploy/ship/botgauge-ship.service');

describe('the unit of systemd', () => {
  const tool = spawnSync('systemd-analyze', ['--version']).error;
  const withTool = tool ? it.skip : it;
  const reason = tool ? ' (skipped: systemd-analyze is not on the PATH)' : '';

  withTool(`is one that systemd accepts without a warning${reason}`, () => {
    const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-unit-')));
    const path = join(folder, 'botgauge-ship.service');
    // It also looks whether the program is there.
    writeFileSync(path, UNIT.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('is the one that the command prints for nginx on Debian', () => {
    const service = {
      ...{ node: '/usr/bin/node', program: `/opt/botgauge/${ENTRY.cli}`, options: [] },
      ...{ logs: ['/var/log/nginx/access.log*'], url: '', key: '' },
    };
    expect(UNIT).toBe(unitOf(service, { groups: ['adm'], readsAll: false, belowHome: false }));
  });

  it('runs the command, keeps its state, and has no key in it', () => {
    expect(UNIT).toContain(`/${ENTRY.cli} ship `);
    expect(UNIT).toMatch(/^StateDirectory=botgauge-ship$/m);
    expect(UNIT).toMatch(/^Environment=IMPORT_STATE_DIR=%S\/botgauge-ship$/m);
    expect(UNIT).toMatch(/^EnvironmentFile=/m);
    expect(UNIT).not.toMatch(/bot_/);
  });

  it.each(['DynamicUser=yes', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'UMask=0077'])(
    'is hardened: %s',
    (line) => expect(UNIT.split('\n')).toContain(line),
  );
});

describe('the sidecar of Compose', () => {
  const [compose] = readYaml('deploy/ship/compose.yml') as {
    services: Record<string, Record<string, unknown> & { image: string; volumes: unknown[] }>;
    volumes: Record<string, unknown>;
  }[];
  const { web, ship } = compose!.services;

  it('runs this release, without privileges, and writes only its places', () => {
    expect(ship).toMatchObject({
      image: `botgauge:${VERSION}`,
      user: '1000:1000',
      command: ['node', ENTRY.cli, 'ship', '/logs/access.log*'],
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['logs:/logs:ro', 'places:/home/node'],
    });
    expect(web?.image).toMatch(PINNED);
    expect(Object.keys(compose!.volumes)).toEqual(['logs', 'places']);
  });
});

describe('the DaemonSet of Kubernetes', () => {
  const [manifest, ...others] = readYaml('deploy/ship/kubernetes.yaml') as Manifest[];
  const { template, selector, updateStrategy } = manifest!.spec;
  const [ship] = template.spec.containers;

  it('runs this release on every node, one pod at a time, in the namespace of the user', () => {
    expect(others).toEqual([]);
    expect(manifest).toMatchObject({ apiVersion: 'apps/v1', kind: 'DaemonSet' });
    expect(manifest!.metadata).not.toHaveProperty('namespace');
    expect(template.metadata.labels).toEqual(selector.matchLabels);
    expect(updateStrategy).toEqual({
      type: 'RollingUpdate',
      rollingUpdate: { maxUnavailable: 1, maxSurge: 0 },
    });
    expect(template.spec.tolerations).toEqual([{ operator: 'Exists' }]);
    expect(ship).toMatchObject({
      image: `botgauge:${VERSION}`,
      command: ['node', ENTRY.cli, 'ship'],
      args: ['/var/log/pods/ingress-nginx_*/controller/*.log*'],
    });
    expect(exists(ENTRY.cli)).toBe(true);
  });

  it('may read the logs of the node and write its places, and nothing else', () => {
    expect(template.spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsUser: 0, seccompProfile: { type: 'RuntimeDefault' } },
      volumes: [
        { name: 'logs', hostPath: { path: '/var/log/pods', type: 'Directory' } },
        { name: 'places', hostPath: { path: '/var/lib/botgauge-ship' } },
      ],
    });
    expect(ship).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      volumeMounts: [
        { name: 'logs', mountPath: '/var/log/pods', readOnly: true },
        { name: 'places', mountPath: '/places' },
      ],
      resources: {
        requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
        limits: { memory: expect.any(String) as string },
      },
    });
  });

  it('gets settings that exist, and the key from a Secret that the page tells to create', () => {
    for (const { name } of ship!.env) expect(ENVIRONMENT).toContain(name);
    const page = read('docs/feeds/kubernetes.md');
    const secrets = ship!.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    expect(secrets.map(({ key }) => key)).toEqual(['BOTGAUGE_URL', 'BOTGAUGE_BOT_KEY']);
    for (const { name, key } of secrets) {
      expect(page).toContain(`kubectl create secret generic ${name} `);
      expect(page).toContain(`--from-literal=${key}=`);
    }
    expect(ship!.env).toContainEqual({ name: 'IMPORT_STATE_DIR', value: '/places' });
  });
});

interface Manifest {
  metadata: object;
  spec: {
    selector: { matchLabels: object };
    updateStrategy: object;
    template: {
      metadata: { labels: object };
      spec: {
        tolerations: object[];
        containers: {
          env: { name: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
        }[];
      };
    };
  };
}

it('is described in the manual', () => {
  const manual = read('deploy/README.md');
  expect(manual).toContain('## Following logs with `ship`');
  for (const [file] of manual.matchAll(/ship\/[\w-]+\.(?:service|yml)/g)) {
    expect({ file, there: exists(join('deploy', file)) }).toEqual({ file, there: true });
  }
});
