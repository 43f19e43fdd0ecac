import { loadConfig, SETTINGS } from '@app/config';
import { connectionsFor } from './connections.js';
import { ENTRY, ENVIRONMENT, exists, PINNED, read, readYaml, VERSION } from './files.js';

interface Service {
  image: string;
  build?: { context: string };
  command: string[];
  user?: string;
  environment: Record<string, string>;
  ports?: string[];
  networks: string[];
  volumes?: string[];
  tmpfs?: string[];
  restart: string;
  init?: boolean;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  container_name?: string;
  healthcheck: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  logging: { options: Record<string, string> };
  deploy: {
    replicas?: string;
    resources: { limits: { cpus: string; memory: string; pids: number } };
  };
}
interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, object | null>;
}

const TEXT = read('docker-compose.yml');
const COMPOSE = readYaml('docker-compose.yml')[0] as Compose;
const SERVICES = Object.entries(COMPOSE.services);
const OURS = ['migrate', 'api', 'worker'];
const EXAMPLE = read('.env.example');

/** Replaces `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function interpolate(text: string, env: Record<string, string>): string {
  return text.replace(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_all, name: string, operator?: string, operand = '') => {
      if (env[name]) return env[name];
      if (operator === '?') throw new Error(operand);
      return operand;
    },
  );
}
const ENV = { POSTGRES_PASSWORD: 'a1'.repeat(24), REDIS_PASSWORD: 'b2'.repeat(24) };
const settingsOf = (name: string, env: Record<string, string> = ENV) =>
  Object.fromEntries(
    Object.entries(COMPOSE.services[name]!.environment).map(([key, value]) => [
      key,
      interpolate(value, env),
    ]),
  );
const service = (name: string) => COMPOSE.services[name]!;

it('has the stores, the migration and the two processes', () => {
  expect(SERVICES.map(([name]) => name)).toEqual(['database', 'redis', ...OURS]);
});

describe.each(SERVICES)('%s', (name, definition) => {
  it('runs a pinned image', () => {
    expect(definition.image).toMatch(PINNED);
    expect(definition.image).not.toContain('latest');
  });

  it('has no privileges and writes only on its volume and /tmp', () => {
    expect(definition).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
    expect(definition.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(definition.tmpfs?.[0]).toMatch(/^\/tmp:size=\d+m/);
    expect(definition).not.toHaveProperty('cap_add');
    expect(definition).not.toHaveProperty('privileged');
  });

  it('is limited in CPU, memory, processes and logs', () => {
    const { limits } = definition.deploy.resources;
    expect(interpolate(limits.cpus, {})).toMatch(/^\d\.\d$/);
    expect(interpolate(limits.memory, {})).toMatch(/^\d+[mg]$/);
    expect(limits.pids).toBeGreaterThan(0);
    expect(definition.logging.options).toEqual({ 'max-size': '10m', 'max-file': '5' });
    expect(definition.stop_grace_period).toMatch(/^\d+[ms]$/);
  });

  it('can be scaled, because it has no fixed name', () => {
    expect(definition).not.toHaveProperty('container_name');
  });

  it('uses declared networks and volumes', () => {
    for (const network of definition.networks) expect(COMPOSE.networks).toHaveProperty(network);
    for (const mount of definition.volumes ?? []) {
      expect(COMPOSE.volumes).toHaveProperty(mount.split(':')[0]!);
    }
  });

  if (name !== 'migrate') {
    it('is restarted, and says whether it is healthy', () => {
      expect(definition.restart).toBe('unless-stopped');
      expect(definition.healthcheck.test?.[0]).toMatch(/^CMD/);
    });
  }
});

describe('passwords', () => {
  it('have no default: without them nothing starts', () => {
    const uses = [...TEXT.matchAll(/\$\{(\w*PASSWORD\w*)([^}]*)\}/g)];
    expect(uses.length).toBeGreaterThanOrEqual(4);
    for (const [, name, rest] of uses) expect(rest).toBe(`:?set ${name} in .env`);
    expect(() => settingsOf('api', {})).toThrow('set POSTGRES_PASSWORD in .env');
    expect(EXAMPLE).toMatch(/^POSTGRES_PASSWORD=$/m);
    expect(EXAMPLE).toMatch(/^REDIS_PASSWORD=$/m);
  });

  it('are on no command line', () => {
    for (const [, { command }] of SERVICES) expect(command.join(' ')).not.toMatch(/\{\w*PASSWORD/);
  });
});

it('.env.example names every variable of the compose file, and no other', () => {
  const used = new Set([...TEXT.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  const named = [...EXAMPLE.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual([...used].sort());
});

it('.env.example shows the defaults of the compose file', () => {
  const shown = EXAMPLE.matchAll(/^#([A-Z_]+)=(.+)$/gm);
  for (const [, name, value] of shown) {
    const [, fallback] = new RegExp(`\\$\\{${name}:-([^}]*)\\}`).exec(TEXT)!;
    const setting = name! in SETTINGS ? SETTINGS[name as keyof typeof SETTINGS].default : undefined;
    expect([name, fallback || setting]).toEqual([name, value]);
  }
});

describe('Botgauge', () => {
  it.each(OURS)('%s is built here, as this release, with an init as PID 1', (name) => {
    expect(service(name)).toMatchObject({
      image: `botgauge:${VERSION}`,
      build: { context: '.' },
      init: true,
    });
  });

  it.each(OURS)('%s gets settings that exist and are right', (name) => {
    const settings = settingsOf(name);
    for (const key of Object.keys(settings)) expect(ENVIRONMENT).toContain(key);
    expect(settings).toMatchObject({
      DATABASE_URL: `postgres://botgauge:${ENV.POSTGRES_PASSWORD}@database:5432/botgauge`,
      REDIS_URL: `redis://:${ENV.REDIS_PASSWORD}@redis:6379`,
    });
    expect(loadConfig(settings)).toMatchObject({
      REQUIRE_DURABLE_QUEUE: true,
      IP_STORAGE: 'truncated',
    });
  });

  it.each([
    ['migrate', ENTRY.cli],
    ['api', ENTRY.api],
    ['worker', ENTRY.worker],
  ])('%s starts a file that the build makes', (name, entry) => {
    expect(service(name).command.slice(0, 2)).toEqual(['node', entry]);
    expect(exists(entry)).toBe(true);
  });

  it.each([
    ['api', 'PORT'],
    ['worker', 'WORKER_PORT'],
  ])('%s is probed for readiness at the port where it listens', (name, variable) => {
    const { HOST, [variable]: port } = settingsOf(name);
    expect(HOST).toBe('0.0.0.0');
    const test = service(name).healthcheck.test!;
    expect(test.slice(0, 3)).toEqual(['CMD', 'node', '-e']);
    expect(test[3]).toContain(`http://127.0.0.1:${port}/readyz`);
    // The whole script is one item.
    expect(() => new Function(test[3]!)).not.toThrow();
    expect(test).toHaveLength(4);
  });

  it('starts when the stores are healthy and the schema is there', () => {
    const stores = {
      database: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    };
    const migrated = { migrate: { condition: 'service_completed_successfully' } };
    expect(service('migrate').depends_on).toEqual(stores);
    expect(service('migrate').restart).toBe('no');
    expect(service('api').depends_on).toEqual({ ...stores, ...migrated });
    expect(service('worker').depends_on).toEqual({ ...stores, ...migrated });
  });
});

describe('the way in', () => {
  it('is only the port of the API, by default only on this host', () => {
    const published = SERVICES.filter(([, { ports }]) => ports).map(([name]) => name);
    expect(published).toEqual(['api']);
    expect(service('api').ports!.map((port) => interpolate(port, {}))).toEqual([
      '127.0.0.1:3000:3000',
    ]);
  });

  it('does not lead to the stores, and they have no way out', () => {
    expect(COMPOSE.networks['stores']).toEqual({ internal: true });
    for (const name of ['database', 'redis', 'migrate']) {
      expect(service(name).networks).toEqual(['stores']);
    }
  });
});

describe('the way out', () => {
  it('is the workers’ alone, in a network where nothing is published', () => {
    expect(COMPOSE.networks['out']).toBeNull();
    expect(service('worker').networks).toEqual(['stores', 'out']);
    expect(service('worker')).not.toHaveProperty('ports');
    const others = SERVICES.filter(([name]) => name !== 'worker');
    for (const [name, { networks }] of others)
      expect([name, networks]).toEqual([name, expect.not.arrayContaining(['out'])]);
  });

  it('is used for lists, unless another value is set', () => {
    for (const name of ['api', 'worker']) {
      expect(loadConfig(settingsOf(name)).VERIFY_LISTS).toBe('refresh');
      const settings = settingsOf(name, { ...ENV, VERIFY_LISTS: 'bundled' });
      expect(loadConfig(settings).VERIFY_LISTS).toBe('bundled');
      // Whoever makes a webhook needs the key, and whoever signs for it, too.
      expect(settings).toHaveProperty('SECRET_KEY');
    }
  });

  it('is taken away by compose.bundled.yml, together with what it is for', () => {
    const environment = { VERIFY_LISTS: 'bundled' };
    expect(readYaml('deploy/compose.bundled.yml')).toEqual([
      {
        services: { api: { environment }, worker: { environment } },
        networks: { out: { internal: true } },
      },
    ]);
  });
});

describe('compose.bots-file.yml', () => {
  it('gives API and worker the same file, read-only, at the path of the setting', () => {
    const [{ services }] = readYaml('deploy/compose.bots-file.yml') as [
      { services: Record<string, { environment: object; volumes: object[] }> },
    ];
    const part = {
      environment: { BOTS_FILE: '/etc/botgauge/bots.json' },
      volumes: [
        {
          type: 'bind',
          source: './bots.json',
          target: '/etc/botgauge/bots.json',
          read_only: true,
          bind: { create_host_path: false },
        },
      ],
    };
    expect(services).toEqual({ api: part, worker: part });
  });
});

describe('compose.hosters.yml', () => {
  it('gives the worker a folder, read-only, at the path of the setting', () => {
    expect(readYaml('deploy/compose.hosters.yml')).toEqual([
      {
        services: {
          worker: {
            environment: { HOSTER_LISTS: '/etc/botgauge/hosters' },
            volumes: [
              {
                type: 'bind',
                source: './hosters',
                target: '/etc/botgauge/hosters',
                read_only: true,
                bind: { create_host_path: false },
              },
            ],
          },
        },
      },
    ]);
    expect(loadConfig({ HOSTER_LISTS: '/etc/botgauge/hosters' }).HOSTER_LISTS).toBe(
      '/etc/botgauge/hosters',
    );
  });
});

describe('durability', () => {
  it('Redis flushes before it acknowledges, keeps everything and knows its bound', () => {
    const command = service('redis').command.at(-1)!;
    for (const flags of [
      '--appendonly yes',
      '--appendfsync always',
      '--maxmemory-policy noeviction',
      '--dir /data',
    ]) {
      expect(command).toContain(flags);
    }
    expect(service('redis').volumes).toEqual(['redis:/data']);
  });

  it('PostgreSQL keeps its safe defaults, and has locks and connections enough', () => {
    const settings = new Map(
      service('database')
        .command.filter((part) => part.includes('='))
        .map((part) => interpolate(part, {}).split('=') as [string, string]),
    );
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      expect(settings.has(name)).toBe(false);
    }
    expect(Number(settings.get('max_locks_per_transaction'))).toBeGreaterThanOrEqual(1024);
    // One API and eight workers.
    expect(Number(settings.get('max_connections'))).toBeGreaterThanOrEqual(connectionsFor(1, 8));
    expect(service('database').volumes).toEqual(['database:/var/lib/postgresql/data']);
  });
});
