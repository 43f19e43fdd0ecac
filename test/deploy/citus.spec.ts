import { loadConfig } from '@app/config';
import { list, PINNED, read, readYaml } from './files.js';

interface Service {
  image?: string;
  user?: string;
  command?: string[];
  environment: Record<string, string>;
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  [key: string]: unknown;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

const FILE = 'docker-compose.citus.yml';
const [BASE] = readYaml('docker-compose.yml') as [Compose];
const [CITUS] = readYaml(FILE) as [Compose];
const SERVERS = ['database', 'node1', 'node2'];
const OURS = ['migrate', 'api', 'worker'];
const service = (name: string) => CITUS.services[name]!;

describe('docker-compose.citus.yml', () => {
  it('adds nodes, and what joins them, to the services that there are', () => {
    expect(Object.keys(CITUS.services)).toEqual([...SERVERS, 'join', ...OURS]);
    for (const name of ['database', ...OURS]) expect(BASE.services).toHaveProperty(name);
    for (const name of ['node1', 'node2', 'join']) expect(BASE.services).not.toHaveProperty(name);
  });

  it('uses no variable that docker-compose.yml does not use', () => {
    const variablesOf = (text: string) =>
      new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const known = variablesOf(read('docker-compose.yml'));
    for (const name of variablesOf(read(FILE))) expect([...known]).toContain(name);
    for (const [use] of read(FILE).matchAll(/\$\{\w*PASSWORD[^}]*\}/g))
      expect(use).toContain(':?set POSTGRES_PASSWORD in .env');
  });

  it.each([...SERVERS, 'join'])('%s runs the same pinned image, without root', (name) => {
    expect(service(name).image).toMatch(PINNED);
    expect(service(name).image).toBe(service('database').image);
    expect(service(name).user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  });

  it.each(['node1', 'node2', 'join'])(
    '%s is hardened and limited as the coordinator is',
    (name) => {
      const kept = ['read_only', 'cap_drop', 'security_opt', 'tmpfs', 'shm_size', 'networks']
        .concat(['stop_grace_period', 'deploy', 'logging'])
        .concat(name === 'join' ? [] : ['restart', 'healthcheck']);
      for (const key of kept)
        expect([key, service(name)[key]]).toEqual([key, BASE.services['database']![key]]);
    },
  );

  it.each(SERVERS)('%s has a volume of its own, and not that of TimescaleDB', (name) => {
    const [volume, folder] = service(name).volumes![0]!.split(':');
    expect(volume).toBe(name === 'database' ? 'coordinator' : name);
    expect(CITUS.volumes).toHaveProperty(volume!);
    expect(BASE.volumes).not.toHaveProperty(volume!);
    // By this path Compose replaces the volume of docker-compose.yml.
    expect(BASE.services['database']!.volumes).toEqual([`database:${folder}`]);
  });

  it.each(SERVERS)('%s flushes before it acknowledges, and can move shards', (name) => {
    const settings = new Map(
      service(name)
        .command!.filter((part) => part.includes('='))
        .map((part) => part.split('=') as [string, string]),
    );
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      expect(settings.has(setting)).toBe(false);
    expect(settings.get('shared_preload_libraries')).toBe('citus');
    expect(settings.get('wal_level')).toBe('logical');
    expect(Number(settings.get('max_locks_per_transaction'))).toBeGreaterThanOrEqual(1024);
    expect(Number(settings.get('max_prepared_transactions'))).toBeGreaterThan(0);
    expect([...settings.keys()].filter((key) => key.startsWith('timescaledb'))).toEqual([]);
  });

  it('joins every node by its name, before the migration', () => {
    const statements = service('join').command!.filter((part) => part.startsWith('SELECT'));
    expect(statements).toEqual([
      "SELECT citus_set_coordinator_host('database', 5432)",
      "SELECT citus_add_node('node1', 5432)",
      "SELECT citus_add_node('node2', 5432)",
    ]);
    expect(service('join').command).toContain('ON_ERROR_STOP=1');
    expect(Object.keys(service('join').depends_on!)).toEqual(SERVERS);
    expect(service('migrate').depends_on).toEqual({
      join: { condition: 'service_completed_successfully' },
    });
  });

  it.each(OURS)('%s gets the flavour, and nothing else', (name) => {
    const { environment } = service(name);
    expect(environment).toEqual({ DATABASE_FLAVOUR: 'citus' });
    expect(loadConfig(environment).DATABASE_FLAVOUR).toBe('citus');
    expect(service(name)).not.toHaveProperty('ports');
  });
});

describe('kubernetes-citus', () => {
  interface Container {
    image: string;
    command?: string[];
    args?: string[];
    env: { name: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
    ports?: { name: string; containerPort: number }[];
    startupProbe?: object;
    readinessProbe?: object;
    securityContext: object;
    resources: { requests: object; limits: object };
    volumeMounts?: { name: string }[];
  }
  interface Manifest {
    kind: string;
    metadata: { name: string; namespace?: string };
    resources?: string[];
    patches?: { target: object; patch: string }[];
    spec: {
      replicas?: number;
      serviceName?: string;
      clusterIP?: string;
      selector: { matchLabels: object };
      podSelector: { matchLabels: object };
      template: {
        metadata: { labels: object };
        spec: { containers: Container[]; volumes?: { name: string }[] } & Record<string, unknown>;
      };
      volumeClaimTemplates: { metadata: { name: string } }[];
    };
  }
  const FOLDER = 'deploy/kubernetes-citus';
  const MANIFESTS = list(FOLDER).flatMap((file) => readYaml(`${FOLDER}/${file}`) as Manifest[]);
  const ofKind = (kind: string) => MANIFESTS.filter((manifest) => manifest.kind === kind);
  const named = (manifests: Manifest[]) =>
    manifests.map((manifest) => [manifest.metadata.name, manifest] as const);
  const SETS = ofKind('StatefulSet');
  const JOBS = ofKind('Job');
  const containerOf = ({ spec }: Manifest) => spec.template.spec.containers[0]!;
  const secretsOf = (manifest: Manifest) =>
    containerOf(manifest).env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);

  it('is all of deploy/kubernetes, with the stores and the settings for them', () => {
    const [kustomization] = ofKind('Kustomization');
    const files = list(FOLDER).filter((file) => file !== 'kustomization.yaml');
    expect([...kustomization!.resources!].sort()).toEqual(['../kubernetes', ...files]);
    expect(kustomization!.patches).toEqual([
      {
        target: { kind: 'ConfigMap', name: 'botgauge' },
        patch:
          '- { op: add, path: /data/DATABASE_FLAVOUR, value: citus }\n' +
          "- { op: add, path: /data/QUEUE_SHARDS, value: '3' }",
      },
    ]);
    for (const { metadata } of MANIFESTS) expect(metadata?.namespace).toBeUndefined();
  });

  it.each(named([...SETS, ...JOBS]))(
    '%s is pinned, without privileges, and limited',
    (_name, manifest) => {
      const container = containerOf(manifest);
      expect(container.image).toMatch(PINNED);
      expect(manifest.spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 999,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({
        requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
        limits: { memory: expect.any(String) as string },
      });
      for (const { name } of secretsOf(manifest)) expect(name).toBe('botgauge-stores');
      expect(secretsOf(manifest).length).toBeGreaterThan(0);
    },
  );

  it.each(named(SETS))('%s is probed, and has every folder that it writes to', (name, manifest) => {
    const { startupProbe, readinessProbe, volumeMounts } = containerOf(manifest);
    expect(startupProbe).toBeDefined();
    expect(readinessProbe).toBeDefined();
    const { template, volumeClaimTemplates, selector, serviceName } = manifest.spec;
    const volumes = [...template.spec.volumes!, ...volumeClaimTemplates.map((one) => one.metadata)];
    expect(volumeMounts!.map((mount) => mount.name).sort()).toEqual(
      volumes.map((volume) => volume.name).sort(),
    );
    expect(selector.matchLabels).toEqual(template.metadata.labels);
    const service = ofKind('Service').find(({ metadata }) => metadata.name === serviceName)!;
    expect(service.spec).toMatchObject({ clusterIP: 'None', selector: selector.matchLabels });
    const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === name)!;
    expect(policy.spec).toMatchObject({
      podSelector: { matchLabels: selector.matchLabels },
      policyTypes: ['Ingress', 'Egress'],
    });
  });

  it.each(named(SETS))('every pod of %s is joined by its name', (name, { spec }) => {
    const job = JOBS.find((one) => one.metadata.name === `${name}-join`)!;
    const text = containerOf(job).command!.join('\n');
    for (let pod = 0; pod < spec.replicas!; pod++)
      expect(text).toContain(`${name}-${pod}.${spec.serviceName}`);
    expect(text).not.toContain(`${name}-${spec.replicas}.`);
    expect(containerOf(job).image).toBe(
      containerOf(SETS.find((one) => one.metadata.name === name)!).image,
    );
  });

  it('has the settings of Citus that Compose has, and the flags of Redis', () => {
    const settingsOf = (parts: string[]) =>
      new Map(
        parts
          .filter((part) => part.includes('='))
          .map((part) => part.split('=') as [string, string]),
      );
    const [citus, redis] = SETS as [Manifest, Manifest];
    const here = settingsOf(containerOf(citus).args!);
    const there = settingsOf(service('database').command!);
    for (const name of [
      'shared_preload_libraries',
      'wal_level',
      'max_locks_per_transaction',
      'timezone',
    ])
      expect([name, here.get(name)]).toEqual([name, there.get(name)]);
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
      expect(here.has(name)).toBe(false);
    for (const flags of [
      '--appendonly yes',
      '--appendfsync always',
      '--maxmemory-policy noeviction',
      '--cluster-require-full-coverage no',
    ])
      expect(containerOf(redis).command!.at(-1)).toContain(flags);
  });
});
