import { promises as dns } from 'node:dns';
import { type AddressNumbers, addressText, canonicalAddress } from '@app/contracts';
import { type HostNames, nameFits, type Observation, reverseNameOf } from '@app/verification';
import { LRUCache } from 'lru-cache';

/** An address, and the names that its host may have. */
export interface Question {
  address: AddressNumbers;
  names: HostNames;
}

/** `limited`: it was not asked, because too much was asked already. */
export type LookupOutcome = Observation | 'limited';

export interface ReverseDnsOptions {
  /** Addresses of DNS servers, with a port if it is not 53; by default those of the system. */
  servers?: readonly string[];
  /** How often a look-up ended so. */
  count?: (outcome: LookupOutcome) => void;
  /** How long a batch waits for answers. */
  patienceMs?: number;
  /** How long an answer of one server is waited for. */
  timeoutMs?: number;
  /** Look-ups that begin in a second. */
  rate?: number;
  /** Answers that are remembered. */
  remembered?: number;
  /** Milliseconds since any moment. */
  now?: () => number;
}

const PATIENCE_MS = 1_000;
const TIMEOUT_MS = 2_000;
/** One packet may be lost. */
const TRIES = 2;
/** Look-ups are two questions each. */
const RATE = 100;
const REMEMBERED = 20_000;
const ANSWER_TTL_MS = 24 * 3_600_000;
const FAILURE_TTL_MS = 5 * 60_000;
/** After so many look-ups without an answer, one after the other, nobody is asked for a while. */
const SILENCES = 50;
const SILENCE_MS = 30_000;
/** A host has one name, seldom two. Whoever answers with more wants work to be done. */
const MOST_NAMES = 4;
/** Answers that say that there is nothing. All others say that the server does not know. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * Asks DNS for the names of addresses, and whether these names have the addresses. A batch waits
 * for at most a second; what is answered later is remembered for the next one.
 */
export class ReverseDns {
  private readonly resolver: dns.Resolver;
  private readonly answers: LRUCache<string, Observation>;
  private readonly underWay = new Map<string, Promise<Observation>>();
  private readonly settings: Required<Omit<ReverseDnsOptions, 'servers' | 'remembered'>>;
  /** Look-ups that may begin now. Up to a second's worth is saved. */
  private allowed: number;
  private allowedAt: number;
  private silences = 0;
  private silentUntil = -Infinity;

  constructor({ servers, remembered = REMEMBERED, ...options }: ReverseDnsOptions = {}) {
    this.settings = {
      count: () => undefined,
      patienceMs: PATIENCE_MS,
      timeoutMs: TIMEOUT_MS,
      rate: RATE,
      now: () => performance.now(),
      ...options,
    };
    const { now, rate, timeoutMs } = this.settings;
    this.resolver = new dns.Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers && servers.length > 0) this.resolver.setServers(servers);
    this.answers = new LRUCache({ max: remembered, perf: { now }, ttlResolution: 0 });
    this.allowed = rate;
    this.allowedAt = now();
  }

  /** Returns what is known about each address within the patience of a batch. */
  async observe(questions: readonly Question[]): Promise<Observation[]> {
    const answers = questions.map((question) => this.answerTo(question));
    const pending = answers.filter((answer) => answer instanceof Promise);
    if (pending.length === 0) return answers as Observation[];
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'not_known'>((resolve) => {
      timer = setTimeout(resolve, this.settings.patienceMs, 'not_known');
    });
    const known = await Promise.all(answers.map((answer) => Promise.race([answer, late])));
    clearTimeout(timer);
    return known;
  }

  /** Gives up all questions that are not answered. */
  stop(): void {
    this.resolver.cancel();
  }

  private answerTo({ address, names }: Question): Observation | Promise<Observation> {
    const key = `${names.id} ${addressText(address)}`;
    const there = this.answers.get(key) ?? this.underWay.get(key);
    if (there !== undefined) return there;
    if (!this.mayBegin()) {
      this.settings.count('limited');
      return 'not_known';
    }
    const lookup = this.lookUp(address, names).then((observation) => {
      this.underWay.delete(key);
      this.remember(key, observation);
      return observation;
    });
    this.underWay.set(key, lookup);
    return lookup;
  }

  private mayBegin(): boolean {
    const { now, rate } = this.settings;
    const time = now();
    this.allowed = Math.min(rate, this.allowed + ((time - this.allowedAt) * rate) / 1_000);
    this.allowedAt = time;
    if (time < this.silentUntil || this.allowed < 1) return false;
    this.allowed--;
    return true;
  }

  private remember(key: string, observation: Observation): void {
    const isKnown = observation !== 'not_known';
    this.answers.set(key, observation, { ttl: isKnown ? ANSWER_TTL_MS : FAILURE_TTL_MS });
    this.settings.count(observation);
    this.silences = isKnown ? 0 : this.silences + 1;
    if (this.silences < SILENCES) return;
    // Without servers, every batch would wait for its whole patience.
    this.silentUntil = this.settings.now() + SILENCE_MS;
    this.silences = 0;
  }

  private async lookUp(address: AddressNumbers, names: HostNames): Promise<Observation> {
    const hosts = await this.ask(() => this.resolver.resolvePtr(reverseNameOf(address)));
    if (hosts === undefined) return 'not_known';
    if (hosts.length === 0) return 'no_name';
    const fitting = hosts.filter((host) => nameFits(host, names)).slice(0, MOST_NAMES);
    const isAnother = (host: string) => nameFits(host, { names: names.others ?? [] });
    if (fitting.length === 0) return hosts.some(isAnother) ? 'no_name' : 'other_name';
    const forward = await Promise.all(fitting.map((host) => this.addressesOf(host, address)));
    const own = canonicalAddress(addressText(address));
    if (forward.some((found) => found?.includes(own))) return 'confirmed';
    return forward.includes(undefined) ? 'not_known' : 'not_confirmed';
  }

  /** Returns the addresses of a host, of the family of the given one. */
  private async addressesOf(
    host: string,
    like: AddressNumbers,
  ): Promise<(string | null)[] | undefined> {
    const found = await this.ask(() =>
      typeof like === 'number' ? this.resolver.resolve4(host) : this.resolver.resolve6(host),
    );
    return found?.map(canonicalAddress);
  }

  /** Returns what the servers answered, or undefined if they do not know. */
  private async ask(question: () => Promise<string[]>): Promise<string[] | undefined> {
    try {
      return await question();
    } catch (error) {
      return NOTHING.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  }
}
