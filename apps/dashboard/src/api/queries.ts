import { type Allowance, allowanceIn, restUntil } from './allowance.js';
import { client } from './client.js';
import { passes, type Problem, problemOf, UNREACHABLE } from './problem.js';
import type { Asked, ReadPath } from './types.js';

/** What is known of the answer to one question. */
export interface Held {
  /** The last good answer, also when an error came after it. */
  data?: unknown;
  problem?: Problem;
  /** Whether an answer is under way. */
  asking: boolean;
  /** When the last good answer came, in milliseconds since 1970. */
  at?: number;
}

interface Question {
  path: ReadPath;
  asked: Asked<ReadPath>;
  held: Held;
  /** Resolves when the answer under way has come. */
  underWay?: Promise<void> | undefined;
  /** Whether something changed after it was asked, so that the answer under way is old. */
  isOutdated?: boolean;
  listeners: Set<() => void>;
}

/** Answers that no component shows any more are kept for the button back. */
const KEPT = 60;
const NOTHING: Held = { asking: true };

/**
 * The answers of the API that the page shows. A question that several components ask is asked once.
 * A good answer stays until a newer good answer comes.
 */
export class Queries {
  private readonly questions = new Map<string, Question>();
  private readonly watchers = new Set<() => void>();
  /** Until when the service wants no request, in milliseconds since 1970. */
  waitUntil = 0;
  /** What the last answer said about the limit. */
  private allowance: Allowance | undefined;

  /** Until when the page asks nothing by itself, in milliseconds since 1970. */
  get restUntil(): number {
    return restUntil(this.allowance);
  }

  keyOf(path: ReadPath, asked: Asked<ReadPath>): string {
    return JSON.stringify([path, asked]);
  }

  held(key: string): Held {
    return this.questions.get(key)?.held ?? NOTHING;
  }

  /** Asks, unless the answer is there already, and tells the listener of every change. */
  listen(path: ReadPath, asked: Asked<ReadPath>, listener: () => void): () => void {
    const key = this.keyOf(path, asked);
    let question = this.questions.get(key);
    if (!question) {
      question = { path, asked, held: { asking: false }, listeners: new Set() };
      this.questions.set(key, question);
    }
    const isNew = question.listeners.size === 0;
    question.listeners.add(listener);
    if (isNew) void this.ask(question);
    return () => {
      question.listeners.delete(listener);
      this.forgetOldest();
    };
  }

  /** Tells of every change of any answer. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Asks again for everything that is shown, because somebody wants to see what is new. */
  async refresh(): Promise<void> {
    await this.askAll(this.shown());
  }

  /**
   * Asks again for everything that is shown, without anybody having asked for it: one question
   * first, because its answer tells what others have used up meanwhile, and the rest if enough is
   * left.
   */
  async refreshByItself(): Promise<void> {
    const [first, ...others] = this.shown();
    if (!first) return;
    await this.ask(first);
    if (this.restUntil <= Date.now()) await this.askAll(others);
  }

  /** Asks again for what did not come because the service could not answer at that time. */
  async askMissing(): Promise<void> {
    await this.askAll(this.shown().filter(({ held }) => held.problem && passes(held.problem)));
  }

  /** Asks again for what is shown of these paths, because something has changed there. */
  async askAgain(paths: readonly ReadPath[]): Promise<void> {
    const changed = this.shown().filter(({ path }) => paths.includes(path));
    for (const question of changed) question.isOutdated = true;
    await this.askAll(changed);
  }

  /** Forgets everything, because somebody else may sign in. */
  clear(): void {
    this.questions.clear();
    this.waitUntil = 0;
    this.allowance = undefined;
    this.tellWatchers();
  }

  /** The problems of what is shown, the gravest first. */
  get problems(): Problem[] {
    const order: Problem['kind'][] = ['signed-out', 'wait', 'away', 'refused', 'missing'];
    return this.shown()
      .flatMap(({ held }) => held.problem ?? [])
      .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  }

  /** When the oldest answer that is shown came; undefined while there is none. */
  get oldest(): number | undefined {
    const times = this.shown().flatMap(({ held }) => held.at ?? []);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  private shown(): Question[] {
    return [...this.questions.values()].filter(({ listeners }) => listeners.size > 0);
  }

  private async askAll(questions: readonly Question[]): Promise<void> {
    await Promise.all(questions.map((question) => this.ask(question)));
  }

  private ask(question: Question): Promise<void> {
    return (question.underWay ??= this.askUntilNew(question).finally(() => {
      question.underWay = undefined;
    }));
  }

  private async askUntilNew(question: Question): Promise<void> {
    do {
      question.isOutdated = false;
      await this.askOnce(question);
    } while (question.isOutdated);
  }

  private async askOnce(question: Question): Promise<void> {
    const before = question.held;
    this.put(question, { ...before, asking: true });
    await this.untilAllowed();
    const result = await this.fetch(question);
    if ('problem' in result) {
      const { problem } = result;
      if (problem.kind === 'wait') this.waitUntil = Date.now() + problem.seconds * 1000;
      this.put(question, { ...before, problem, asking: false });
    } else {
      this.put(question, { data: result.data, at: Date.now(), asking: false });
    }
  }

  private async untilAllowed(): Promise<void> {
    const wait = this.waitUntil - Date.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  }

  private async fetch({
    path,
    asked,
  }: Question): Promise<{ data: unknown } | { problem: Problem }> {
    const params = { path: { id: asked.id }, query: asked.query };
    try {
      // Which parameters a path takes was checked where the question was asked.
      const { data, error, response } = await client.GET(path, { params } as never);
      this.allowance = allowanceIn(response.headers, Date.now()) ?? this.allowance;
      if (response.ok) return { data: (data as { data?: unknown } | undefined)?.data };
      const retryAfter = response.headers.get('retry-after');
      return { problem: problemOf({ status: response.status, body: error, retryAfter }) };
    } catch {
      return { problem: UNREACHABLE };
    }
  }

  private put(question: Question, held: Held): void {
    question.held = held;
    question.listeners.forEach((listener) => listener());
    this.tellWatchers();
  }

  private tellWatchers(): void {
    this.watchers.forEach((watcher) => watcher());
  }

  private forgetOldest(): void {
    for (const [key, { listeners }] of this.questions) {
      if (this.questions.size <= KEPT) return;
      if (listeners.size === 0) this.questions.delete(key);
    }
  }
}

/** The answers that this page shows. */
export const queries = new Queries();
