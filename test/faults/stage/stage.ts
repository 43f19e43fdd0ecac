import { type RedisServer, startRedisServer } from '../../setup/redis-server.js';
import { type ProcessOptions, type ServiceProcess, startProcess } from '../../support/processes.js';
import { runCli } from './cli.js';
import { type Database, type Flavour, startDatabase } from './database.js';
import { untilReadiness } from './health.js';
import { type Jobs, readJobsFromPostgres, readJobsFromRedis } from './queue-view.js';

export type QueueName = 'postgres' | 'redis';

export interface StageOptions {
  flavour?: Flavour;
  /** How many API and worker processes are started with it; by default one of each. */
  apiCount?: number;
  workerCount?: number;
  /** Settings of every process. */
  env?: Record<string, string>;
  redis?: Record<string, string>;
  /** Where the folders of the stores are made. */
  parent?: string;
  /** False: neither migrated nor anything started. */
  prepared?: boolean;
  /** Folder of built apps to run instead of the repository's. */
  apps?: string;
}

/** What `botgauge bootstrap` makes. */
export interface Tenant {
  websiteId: string;
  apiKey: string;
  botKey: string;
}

/** Stores and processes of their own for one fault; everything on loopback and in folders for temporary files. */
export class Stage {
  readonly apis: ServiceProcess[] = [];
  readonly workers: ServiceProcess[] = [];
  tenant: Tenant = { websiteId: '', apiKey: '', botKey: '' };

  private constructor(
    readonly queue: QueueName,
    readonly database: Database,
    readonly redis: RedisServer | undefined,
    private readonly options: StageOptions,
  ) {}

  static async open(queue: QueueName, options: StageOptions = {}): Promise<Stage> {
    const { flavour, parent } = options;
    const database = await startDatabase({ flavour, parent });
    const redis = queue === 'redis' ? await startRedisServer(options.redis, parent) : undefined;
    const stage = new Stage(queue, database, redis, options);
    try {
      if (options.prepared !== false) await stage.prepare();
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  /** Settings that lead a process to the stores. */
  get env(): Record<string, string> {
    return {
      DATABASE_URL: this.database.url,
      ...(this.redis ? { REDIS_URL: this.redis.url } : {}),
      WORKER_LOCK_SECONDS: '2',
      ...this.options.env,
    };
  }

  get bases(): string[] {
    return this.apis.map(baseOf);
  }

  get processes(): ServiceProcess[] {
    return [...this.apis, ...this.workers];
  }

  /** Migrates, makes the tenant, starts the processes. */
  async prepare(): Promise<void> {
    const { apiCount = 1, workerCount = 1 } = this.options;
    await this.cli(['migrate']);
    const made = await this.cli<Record<string, string>>(['bootstrap']);
    const { website_id: websiteId = '', api_key: apiKey = '', bot_key: botKey = '' } = made;
    this.tenant = { websiteId, apiKey, botKey };
    for (let i = 0; i < apiCount; i++) await this.startApi();
    for (let i = 0; i < workerCount; i++) await this.startWorker();
  }

  cli<Answer>(args: string[]): Promise<Answer> {
    return runCli<Answer>(args, this.env);
  }

  async startApi(env: Record<string, string> = {}, how?: ProcessOptions): Promise<ServiceProcess> {
    const api = await this.start('api', env, how);
    this.apis.push(api);
    return api;
  }

  async startWorker(
    env: Record<string, string> = {},
    how?: ProcessOptions,
  ): Promise<ServiceProcess> {
    const worker = await this.start('worker', env, how);
    this.workers.push(worker);
    return worker;
  }

  /** `kill -9` of a process; it is no longer one of the stage's. */
  async kill(one: ServiceProcess): Promise<void> {
    this.forget(one);
    await one.kill();
  }

  /** SIGTERM; the exit status. */
  stop(one: ServiceProcess): Promise<number | null> {
    this.forget(one);
    return one.stop();
  }

  jobs(): Promise<Jobs> {
    return this.redis ? readJobsFromRedis(this.redis.url) : readJobsFromPostgres(this.database);
  }

  untilReady(): Promise<void> {
    return untilReadiness(this.processes, 200);
  }

  untilUnready(processes = this.processes): Promise<void> {
    return untilReadiness(processes, 503);
  }

  /** Ends everything that was started and removes every folder. */
  async close(): Promise<void> {
    await Promise.all(this.processes.map((one) => one.kill()));
    await this.redis?.stop();
    await this.database.remove();
  }

  private start(app: 'api' | 'worker', env: Record<string, string>, how?: ProcessOptions) {
    return startProcess(app, { ...this.env, ...env }, { apps: this.options.apps, ...how });
  }

  private forget(one: ServiceProcess): void {
    for (const list of [this.apis, this.workers]) {
      const place = list.indexOf(one);
      if (place >= 0) list.splice(place, 1);
    }
  }
}

export function baseOf({ port }: ServiceProcess): string {
  return `http://127.0.0.1:${port}`;
}
