import type { TestFlavour } from '@app/testing';
import { createCitusDatabase } from '../support/servers/citus.js';
import { type PostgresServer, startPostgresServer } from '../support/servers/postgres.js';
import { type RedisCluster, startRedisCluster } from '../support/servers/redis-cluster.js';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { type FirstTenant, Service } from '../support/service.js';
import { type QueueName, settingsOf } from '../support/stores.js';
import {
  type Jobs,
  readJobsFromCluster,
  readJobsFromPostgres,
  readJobsFromRedis,
} from './queue-view.js';

export interface StageOptions {
  flavour?: TestFlavour;
  /** How many API and worker processes the stage starts; by default one of each. */
  apiCount?: number;
  workerCount?: number;
  /** How many websites the account has; by default one. */
  websites?: number;
  /** Settings for every process. */
  env?: Record<string, string>;
  redis?: Record<string, string>;
  /** How many masters a Redis Cluster has; by default there is a single Redis. */
  redisNodes?: number;
  /** The folder in which the folders of the stores are made. */
  parent?: string;
  /** With false, nothing is migrated and no process is started. */
  prepared?: boolean;
  /** Another build to run. */
  dist?: string;
}

/** The service with its own stores for one fault, on loopback and in temporary folders. */
export class Stage extends Service {
  tenant: FirstTenant = { accountId: '', websiteId: '', apiKey: '', botKey: '' };
  /** All websites of the account, by domain. */
  readonly websites = new Map<string, string>();
  /** Further websites of the same account, with keys of their own. */
  readonly others: FirstTenant[] = [];

  private constructor(
    readonly queue: QueueName,
    readonly database: PostgresServer,
    readonly redis: RedisServer | undefined,
    readonly cluster: RedisCluster | undefined,
    private readonly options: StageOptions,
  ) {
    super(
      { ...settingsOf(database, redis ?? cluster), WORKER_LOCK_SECONDS: '2', ...options.env },
      { dist: options.dist },
    );
  }

  static async open(queue: QueueName, options: StageOptions = {}): Promise<Stage> {
    const { flavour, parent, redisNodes } = options;
    const database =
      flavour === 'citus'
        ? await createCitusDatabase('botgauge_faults')
        : await startPostgresServer({
            flavour,
            parent,
            database: 'botgauge',
            settings: { max_connections: '120' },
          });
    if (flavour === 'timescale') await database.query('CREATE EXTENSION timescaledb');
    const cluster = redisNodes ? await startRedisCluster(redisNodes, parent) : undefined;
    const redis =
      queue === 'redis' && !cluster ? await startRedisServer(options.redis, parent) : undefined;
    const stage = new Stage(queue, database, redis, cluster, options);
    if (options.prepared !== false) await stage.setUp();
    return stage;
  }

  /** Migrates, creates the tenant, and starts the processes. */
  async setUp(): Promise<void> {
    const { apiCount = 1, workerCount = 1 } = this.options;
    this.tenant = await this.prepare();
    this.websites.set('example.com', this.tenant.websiteId);
    await this.addWebsites((this.options.websites ?? 1) - 1);
    for (let i = 0; i < apiCount; i++) await this.startApi();
    for (let i = 0; i < workerCount; i++) await this.startWorker();
  }

  private async addWebsites(more: number): Promise<void> {
    for (let number = 1; number <= more; number++) {
      const domain = `${number}.example`;
      const place = ['--account', this.tenant.accountId, '--domain', domain];
      this.websites.set(
        domain,
        (await this.cli<{ id: string }>('websites', 'create', ...place)).id,
      );
    }
  }

  /** Creates one more website in the account of the tenant, with a Bot Tracking Key. */
  async addWebsite(domain: string): Promise<FirstTenant> {
    const { id } = await this.manage<{ id: string }>('/websites', { domain });
    const { key } = await this.manage<{ key: string }>(`/websites/${id}/keys`, { name: domain });
    const website = { ...this.tenant, websiteId: id, botKey: key };
    this.others.push(website);
    this.websites.set(domain, id);
    return website;
  }

  jobs(): Promise<Jobs> {
    if (this.cluster) return readJobsFromCluster(this.cluster.nodes);
    return this.redis ? readJobsFromRedis(this.redis.url) : readJobsFromPostgres(this.database);
  }

  private async manage<Data>(path: string, body: object): Promise<Data> {
    const response = await fetch(`${this.bases[0]}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.tenant.apiKey },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`POST ${path} was answered ${response.status}`);
    return ((await response.json()) as { data: Data }).data;
  }
}
