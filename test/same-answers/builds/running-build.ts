import { exchange, type TextAnswer } from '../../support/http.js';
import { cookieOf, OWN_PAGE, signIn } from '../../support/browser.js';
import type { Service } from '../../support/service.js';
import type { Account } from '../account/create-account.js';
import { retryWhileBusy } from './retry-while-busy.js';

/** Who sends a request: the account with its key, or a reader of its shared link. */
export type Caller = 'account' | 'reader';

/** A build whose processes run, and its account. */
export class RunningBuild {
  private cookie: Record<string, string> = {};
  /** The names of its ids, such as `website 1`. */
  readonly names: ReadonlyMap<string, string>;

  private constructor(
    readonly service: Service,
    readonly account: Account,
  ) {
    this.names = new Map([...account.ids].map(([name, id]) => [id, name]));
  }

  /** Opens the shared link on a build whose API runs. */
  static async open(service: Service, account: Account): Promise<RunningBuild> {
    const build = new RunningBuild(service, account);
    const answer = await signIn(build.base, { share: account.share });
    if (answer.status !== 201) throw new Error(`The shared link was answered ${answer.status}`);
    const { name, value } = cookieOf(answer);
    build.cookie = { ...OWN_PAGE, cookie: `${name}=${value}` };
    return build;
  }

  get base(): string {
    return this.service.bases[0] ?? '';
  }

  /**
   * Reads an address of the API. Where the answer names the address of the build, `{url}` stands, and
   * `{port}` where it names the port alone.
   */
  async get(path: string, caller: Caller): Promise<TextAnswer> {
    const headers = caller === 'reader' ? this.cookie : { 'x-api-key': this.account.apiKey };
    const answer = await retryWhileBusy(() => exchange(`${this.base}${path}`, { headers }));
    const port = new RegExp(`(?<=\\bport:? +)${new URL(this.base).port}\\b`, 'gi');
    const text = answer.text.replaceAll(this.base, '{url}').replaceAll(port, '{port}');
    return { ...answer, text };
  }

  /** The settings with which the command line connects to this build. */
  get commandLine(): Record<string, string> {
    return { ...this.service.env, BOTGAUGE_URL: this.base, BOTGAUGE_API_KEY: this.account.apiKey };
  }

  /** Restarts the API, which then writes what it counts in memory, such as deliveries of feeds. */
  async restartApi(): Promise<void> {
    await Promise.all(this.service.apis.map((api) => this.service.stop(api)));
    await this.service.startApi();
  }

  async stop(): Promise<void> {
    await Promise.all(this.service.processes.map((one) => this.service.stop(one)));
  }
}
