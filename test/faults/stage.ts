import type { TestFlavour } from '@app/testing';
import { createCitusDatabase } from '../support/servers/citus.js';
import { type PostgresServer, startPostgresServer } from '../support/servers/postgres.js';
import { type RedisServer, startRedisServer } from '../support/servers/redis.js';
import { type FirstTenant, Service } from '../support/service.js';
import { type QueueName, settingsOf } from '../support/stores.js';
import { type Jobs, readJobsFromPostgres, readJobsFromRedis } from './queue-view.js';

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

  private constructor(
    readonly queue: QueueName,
    readonly database: PostgresServer,
    readonly redis: RedisServer | undefined,
    private readonly options: StageOptions,
  ) {
    super(
      { ...settingsOf(database, redis), WORKER_LOCK_SECONDS: '2', ...options.env },
      { dist: options.dist },
    );
  }

  static async open(queue: QueueName, options: StageOptions = {}): Promise<Stage> {
    const { flavour, parent } = options;
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
    const redis = queue === 'redis' ? await startRedisServer(options.redis, parent) : undefined;
    const stage = new Stage(queue, database, redis, options);
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

  jobs(): Promise<Jobs> {
    return this.redis ? readJobsFromRedis(this.redis.url) : readJobsFromPostgres(this.database);
  }
}
