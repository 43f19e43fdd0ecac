import { ExpectedError } from '../expected-error.js';
import { runCli } from './run-cli.js';
import type { Service, Stage } from './service.js';

/**
 * Returns the address that signs a browser in once, within 5 minutes, or undefined when there is no
 * page.
 *
 * @param page the address of the page as its user knows it, with what it shall show
 * @throws ExpectedError when the command fails; it has already printed the reason
 */
export async function signInAddress(
  { config, entries, teardown, stop }: Stage,
  { env }: Service,
  page: string,
): Promise<string | undefined> {
  if (!config.DASHBOARD) return undefined;
  const args = ['sessions', 'sign-in'];
  const { code } = await stop.orStop(runCli({ entry: entries.cli, args, env, teardown }));
  if (typeof code !== 'string') throw new ExpectedError('The command sessions reported no code.');
  return `${page}#sign-in=${code}`;
}
