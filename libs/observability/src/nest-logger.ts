import type { Logger } from 'pino';

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/**
 * Nest's LoggerService on the same pino instance as Fastify, so that there is one stream of JSON.
 */
export class NestLogger {
  constructor(private readonly pino: Logger) {}

  log(message: unknown, ...rest: unknown[]) {
    this.write('info', message, rest);
  }
  error(message: unknown, ...rest: unknown[]) {
    this.write('error', message, rest);
  }
  warn(message: unknown, ...rest: unknown[]) {
    this.write('warn', message, rest);
  }
  debug(message: unknown, ...rest: unknown[]) {
    this.write('debug', message, rest);
  }
  verbose(message: unknown, ...rest: unknown[]) {
    this.write('trace', message, rest);
  }
  fatal(message: unknown, ...rest: unknown[]) {
    this.write('fatal', message, rest);
  }

  private write(level: Level, message: unknown, rest: unknown[]) {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    if (message instanceof Error) this.pino[level]({ context, err: message });
    else if (typeof message === 'object') this.pino[level]({ context, ...message });
    else this.pino[level]({ context }, String(message));
  }
}
