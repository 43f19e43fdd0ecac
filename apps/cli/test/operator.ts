import { printableLines } from '@app/report-text';
import { type Outcome, runCommand } from './run-command.js';

/** An operator at a terminal who works on one database. */
export function anOperator(databaseUrl: string, env: Record<string, string> = {}) {
  const text = (...argv: string[]): Promise<Outcome> => runCommand(argv, { databaseUrl, env });

  /** Returns the document of a command that must succeed without output on standard error. */
  async function json<T = Record<string, unknown>>(...argv: string[]): Promise<T> {
    const outcome = await text(...argv, '--json');
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout.trimEnd()).not.toContain('\n');
    return JSON.parse(outcome.stdout) as T;
  }

  /**
   * Returns the message of a command that must fail with this exit status and print nothing else.
   */
  async function failure(status: number, ...argv: string[]): Promise<string> {
    const plain = await text(...argv);
    expect(plain).toMatchObject({ status, stdout: '' });
    const outcome = await text(...argv, '--json');
    expect(outcome).toMatchObject({ status, stdout: '' });
    const { error } = JSON.parse(outcome.stderr) as { error: { message: string } };
    expect(plain.stderr).toBe(`${printableLines(error.message)}\n`);
    return error.message;
  }

  return { text, json, failure };
}

export const ISO_DATE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
