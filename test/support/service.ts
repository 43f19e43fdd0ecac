import { runCli } from './cli.js';
import { type ProcessOptions, type ServiceProcess, startProcess } from './processes.js';
import { untilReadiness } from './readiness.js';

/** What `bootstrap` creates. */
export interface FirstTenant {
  accountId: string;
  websiteId: string;
  apiKey: string;
  botKey: string;
}

/** The built service on some stores: its processes and its command line. */
export class Service {
  readonly apis: ServiceProcess[] = [];
  readonly workers: ServiceProcess[] = [];

  /** @param env settings of every process, with the addresses of the stores */
  constructor(
    readonly env: Record<string, string>,
    private how: ProcessOptions = {},
  ) {}

  get bases(): string[] {
    return this.apis.map(({ base }) => base);
  }

  get processes(): ServiceProcess[] {
    return [...this.apis, ...this.workers];
  }

  /** Runs an operator's command and returns its answer as JSON. */
  cli<Answer>(...args: string[]): Promise<Answer> {
    return runCli<Answer>(args, this.env, this.how.dist);
  }

  /** The build that processes and commands are started from. */
  get dist(): string | undefined {
    return this.how.dist;
  }

  /** Migrates with another build, and starts everything from there from now on. */
  async upgradeTo(dist: string): Promise<void> {
    this.how = { ...this.how, dist };
    await this.cli('migrate');
  }

  /** Creates the schema and the first account. */
  async prepare(): Promise<FirstTenant> {
    await this.cli('migrate');
    const made = await this.cli<Record<string, string>>('bootstrap');
    const { account_id: accountId = '', website_id: websiteId = '' } = made;
    const { api_key: apiKey = '', bot_key: botKey = '' } = made;
    return { accountId, websiteId, apiKey, botKey };
  }

  startApi(env?: Record<string, string>, how?: ProcessOptions): Promise<ServiceProcess> {
    return this.start('api', this.apis, env, how);
  }

  startWorker(env?: Record<string, string>, how?: ProcessOptions): Promise<ServiceProcess> {
    return this.start('worker', this.workers, env, how);
  }

  /** Kills a process with `kill -9`. It is no longer one of the service's processes. */
  async kill(one: ServiceProcess): Promise<void> {
    this.forget(one);
    await one.kill();
  }

  /** Sends SIGTERM, and returns the exit status. */
  stop(one: ServiceProcess): Promise<number | null> {
    this.forget(one);
    return one.stop();
  }

  untilReady(): Promise<void> {
    return untilReadiness(this.processes, 200);
  }

  untilUnready(processes = this.processes): Promise<void> {
    return untilReadiness(processes, 503);
  }

  private async start(
    app: 'api' | 'worker',
    list: ServiceProcess[],
    env: Record<string, string> = {},
    how?: ProcessOptions,
  ): Promise<ServiceProcess> {
    const started = await startProcess(app, { ...this.env, ...env }, { ...this.how, ...how });
    list.push(started);
    return started;
  }

  private forget(one: ServiceProcess): void {
    for (const list of [this.apis, this.workers]) {
      const place = list.indexOf(one);
      if (place >= 0) list.splice(place, 1);
    }
  }
}
