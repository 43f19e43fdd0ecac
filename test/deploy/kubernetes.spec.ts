import { loadConfig } from '@app/config';
import { createMetrics } from '@app/observability';
import { BlockList, isIPv6 } from 'node:net';
import { ENTRY, ENVIRONMENT, exists, list, PINNED, readYaml, VERSION } from './files.js';

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface Container {
  image: string;
  command: string[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string } } }[];
  ports?: { name: string; containerPort: number }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  securityContext: object;
  resources: { requests: Record<string, string>; limits: Record<string, string> };
}
interface PodSpec {
  containers: Container[];
  securityContext: object;
  terminationGracePeriodSeconds?: number;
  automountServiceAccountToken: boolean;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  resources?: string[];
  images?: { name: string; newTag: string }[];
  spec?: {
    template?: { metadata: { labels: object }; spec: PodSpec };
    selector?: { matchLabels: object } & Record<string, unknown>;
    scaleTargetRef?: { name: string };
    [key: string]: unknown;
  };
}

const FOLDER = 'deploy/kubernetes';
const FILES = list(FOLDER);
const MANIFESTS = FILES.flatMap((file) => readYaml(`${FOLDER}/${file}`) as Manifest[]);
const find = (kind: string, name: string) =>
  MANIFESTS.find((manifest) => manifest.kind === kind && manifest.metadata?.name === name)!;
const POD_OWNERS = MANIFESTS.filter((manifest) => manifest.spec?.template);
const DEPLOYMENTS = POD_OWNERS.filter(({ kind }) => kind === 'Deployment');
const podOf = (manifest: Manifest) => manifest.spec!.template!.spec;
const containerOf = (manifest: Manifest) => podOf(manifest).containers[0]!;
const named = (manifests: Manifest[]) =>
  manifests.map((manifest) => [manifest.metadata.name, manifest] as const);

const CONFIG = find('ConfigMap', 'botgauge').data!;
const SECRET = find('Secret', 'botgauge').stringData!;

/** Returns the environment of a container, with placeholders for what comes from the Secret. */
function environmentOf(container: Container): Record<string, string> {
  const filled: Record<string, string> = {
    DATABASE_URL: 'postgres://u:p@h:5432/d',
    REDIS_URL: 'redis://:p@h:6379',
  };
  const env = container.env.map(({ name, value, valueFrom }) => [
    name,
    value ?? filled[valueFrom!.secretKeyRef.key]!,
  ]);
  return { ...CONFIG, ...(Object.fromEntries(env) as Record<string, string>) };
}

it('has every manifest in the kustomization, except the template of the Secret', () => {
  const kustomization = MANIFESTS.find(({ kind }) => kind === 'Kustomization')!;
  const others = FILES.filter(
    (file) => !['kustomization.yaml', 'secret.example.yaml'].includes(file),
  );
  expect([...kustomization.resources!].sort()).toEqual(others);
  expect(kustomization.images).toMatchObject([{ name: 'botgauge', newTag: VERSION }]);
});

it('leaves the namespace to the user who applies it', () => {
  for (const { metadata } of MANIFESTS) expect(metadata?.namespace).toBeUndefined();
});

it('has a Secret without values', () => {
  expect(SECRET).toEqual({ DATABASE_URL: '', REDIS_URL: '', SECRET_KEY: '' });
});

it('migrates once per release', () => {
  const name = `botgauge-migrate-${VERSION.replaceAll('.', '-')}`;
  const container = containerOf(find('Job', name));
  expect(container.command).toEqual(['node', ENTRY.cli, 'migrate']);
});

describe.each(named(POD_OWNERS))('%s', (_name, manifest) => {
  const pod = podOf(manifest);
  const container = containerOf(manifest);

  it('runs this release, from a file that the build makes', () => {
    expect(container.image).toBe(`botgauge:${VERSION}`);
    expect(container.image).toMatch(PINNED);
    expect(container.command[0]).toBe('node');
    expect(Object.values(ENTRY)).toContain(container.command[1]);
    expect(exists(container.command[1]!)).toBe(true);
  });

  it('has no privileges', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('asks for what it needs and is limited in memory', () => {
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String) as string, memory: expect.any(String) as string },
      limits: { memory: expect.any(String) as string },
    });
  });

  it('gets settings that exist and are right', () => {
    const environment = environmentOf(container);
    for (const name of Object.keys(environment)) expect(ENVIRONMENT).toContain(name);
    expect(loadConfig(environment).REQUIRE_DURABLE_QUEUE).toBe(true);
    for (const { valueFrom } of container.env) {
      if (valueFrom) expect(SECRET).toHaveProperty(valueFrom.secretKeyRef.key);
    }
  });
});

describe.each(named(DEPLOYMENTS))('%s', (name, manifest) => {
  const container = containerOf(manifest);
  const config = loadConfig(environmentOf(container));

  it('is probed where it listens, by the name of the port', () => {
    const [port] = container.ports!;
    expect(config.HOST).toBe('0.0.0.0');
    expect(port!.containerPort).toBe(name === 'botgauge-api' ? config.PORT : config.WORKER_PORT);
    for (const probe of [container.startupProbe, container.livenessProbe]) {
      expect(probe!.httpGet).toEqual({ path: '/healthz', port: port!.name });
    }
    expect(container.readinessProbe!.httpGet).toEqual({ path: '/readyz', port: port!.name });
  });

  it('is given the time to wait for its stores', () => {
    const { periodSeconds, failureThreshold } = container.startupProbe!;
    expect(periodSeconds * failureThreshold).toBeGreaterThan(config.STORES_TIMEOUT_SECONDS);
  });

  it('is given the time to finish what is under way', () => {
    const grace = podOf(manifest).terminationGracePeriodSeconds!;
    expect(grace).toBeGreaterThan(config.SHUTDOWN_GRACE_SECONDS + 30);
  });

  it('is replaced without a gap, and owned by its autoscaler', () => {
    expect(manifest.spec).toMatchObject({
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } },
    });
    expect(manifest.spec).not.toHaveProperty('replicas');
    const scalers = MANIFESTS.filter(({ spec }) => spec?.scaleTargetRef?.name === name);
    expect(scalers).toHaveLength(1);
    const { minReplicas, minReplicaCount } = scalers[0]!.spec!;
    expect(minReplicas ?? minReplicaCount).toBeGreaterThanOrEqual(2);
  });

  it('is selected only by its own labels, and has a disruption budget', () => {
    const labels = manifest.spec!.template!.metadata.labels;
    expect(manifest.spec!.selector!.matchLabels).toEqual(labels);
    const budget = find('PodDisruptionBudget', name);
    expect(budget.spec).toEqual({ maxUnavailable: 1, selector: { matchLabels: labels } });
  });
});

it('leads the Service to the API', () => {
  const api = find('Deployment', 'botgauge-api');
  expect(find('Service', 'botgauge-api').spec).toMatchObject({
    selector: api.spec!.template!.metadata.labels,
    ports: [{ targetPort: containerOf(api).ports![0]!.name }],
  });
});

describe('the network', () => {
  interface Port {
    port: number | string;
  }
  interface Policy {
    podSelector: { matchLabels: Record<string, string> };
    policyTypes: string[];
    ingress?: { from?: object[]; ports: Port[] }[];
    egress?: { ports: Port[] }[];
  }
  const policyOf = (name: string) => find('NetworkPolicy', name).spec as unknown as Policy;

  it('admits nobody to a pod, and lets no pod out, unless a policy says so', () => {
    const { podSelector, policyTypes, ingress } = policyOf('botgauge');
    expect({ policyTypes, ingress }).toEqual({
      policyTypes: ['Ingress', 'Egress'],
      ingress: undefined,
    });
    expect(POD_OWNERS).toHaveLength(3);
    for (const owner of POD_OWNERS)
      expect(owner.spec!.template!.metadata.labels).toMatchObject(podSelector.matchLabels);
  });

  it.each(named(DEPLOYMENTS))('leads to %s on the port where it listens', (name, manifest) => {
    const { podSelector, policyTypes, ingress, egress } = policyOf(name);
    expect({ policyTypes, egress }).toEqual({ policyTypes: ['Ingress'], egress: undefined });
    expect(podSelector.matchLabels).toEqual(manifest.spec!.template!.metadata.labels);
    const ports = ingress!.flatMap((rule) => rule.ports.map(({ port }) => port));
    expect(ports).toEqual([containerOf(manifest).ports![0]!.name]);
  });

  it('leads pods to names and to the stores only', () => {
    const ports = policyOf('botgauge').egress!.flatMap((rule) => rule.ports);
    const { DATABASE_URL, REDIS_URL } = environmentOf(containerOf(DEPLOYMENTS[0]!));
    const stores = [DATABASE_URL, REDIS_URL].map((url) => Number(new URL(url!).port));
    expect([...new Set(ports.map(({ port }) => port))]).toEqual([53, ...stores]);
  });
});

describe('the way out of the workers', () => {
  const FILE = 'worker-out.networkpolicy.yaml';
  const BUNDLED = 'deploy/kubernetes-bundled';

  it('leads to public addresses on port 443, and is nobody else’s', () => {
    const [policy] = readYaml(`${FOLDER}/${FILE}`) as [Manifest];
    const worker = find('Deployment', 'botgauge-worker');
    expect(policy.spec).toMatchObject({
      podSelector: { matchLabels: worker.spec!.template!.metadata.labels },
      policyTypes: ['Egress'],
      egress: [{ ports: [{ port: 443, protocol: 'TCP' }] }],
    });
    const [{ to }] = policy.spec!['egress'] as [{ to: { ipBlock: { except: string[] } }[] }];
    const closed = new BlockList();
    for (const [address, bits] of to.flatMap(({ ipBlock }) => ipBlock.except).map(partsOf))
      closed.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
    for (const address of ['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1'])
      expect([address, closed.check(address)]).toEqual([address, true]);
    for (const address of ['::1', 'fd00::1', 'fe80::1'])
      expect([address, closed.check(address, 'ipv6')]).toEqual([address, true]);
    expect(closed.check('172.64.0.1')).toBe(false);
    // No other policy lets a pod out of the cluster.
    const out = MANIFESTS.filter(({ kind, spec }) => kind === 'NetworkPolicy' && spec?.['egress']);
    expect(out.map(({ metadata }) => metadata.name).sort()).toEqual([
      'botgauge',
      'botgauge-worker-out',
    ]);
  });
  const partsOf = (cidr: string) => cidr.split('/') as [string, string];

  it('is used for lists, and for what is signed with the key', () => {
    for (const name of ['botgauge-api', 'botgauge-worker']) {
      const container = containerOf(find('Deployment', name));
      expect(loadConfig(environmentOf(container)).VERIFY_LISTS).toBe('refresh');
      expect(container.env.map((one) => one.name)).toContain('SECRET_KEY');
    }
  });

  it('is taken away by kubernetes-bundled, together with what it is for', () => {
    expect(list(BUNDLED)).toEqual(['kustomization.yaml']);
    const [kustomization] = readYaml(`${BUNDLED}/kustomization.yaml`) as [
      { resources: string[]; patches: { target?: object; patch: string }[] },
    ];
    expect(kustomization.resources).toEqual(['../kubernetes']);
    const [setting, policy, ...others] = kustomization.patches;
    expect(setting).toEqual({
      target: { kind: 'ConfigMap', name: 'botgauge' },
      patch: '- { op: replace, path: /data/VERIFY_LISTS, value: bundled }',
    });
    expect(CONFIG).toHaveProperty('VERIFY_LISTS', 'refresh');
    const [{ metadata, kind }] = readYaml(`${FOLDER}/${FILE}`) as [Manifest];
    expect(policy!.patch).toContain(`kind: ${kind}`);
    expect(policy!.patch).toContain(`name: ${metadata.name}\n`);
    expect(policy!.patch).toContain('$patch: delete');
    expect(others).toEqual([]);
  });
});

it('scales workers by a metric that exists', async () => {
  const { triggers } = find('ScaledObject', 'botgauge-worker').spec as unknown as {
    triggers: { metadata: { query: string } }[];
  };
  const metrics = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
  for (const { metadata } of triggers) {
    expect(metrics).toContain(/botgauge_\w+/.exec(metadata.query)?.[0]);
  }
});
