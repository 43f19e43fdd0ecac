import { ExpectedError } from '../run/root.mjs';

const DEFAULT_PORT = 9229;

export const USAGE = `Usage: npm run dev [-- --inspect[=PORT]]

Runs Botgauge from its sources while you change them: an embedded PostgreSQL, the API, the worker,
and the page by Vite. It installs what is missing, and prints the addresses and keys of a website.
A change below apps/, libs/ or docs/feeds/ is compiled, and what uses it is started again; a change
of the page shows in the browser. What does not compile is reported, and what runs goes on. Types are
checked by \`npm run types\` only.

  --inspect[=PORT]  lets a debugger attach to the API at 127.0.0.1:PORT, and to the worker at the
                    port after it; by default 9229 and 9230. With 0 each takes a free port and
                    prints it. Start the configurations of .vscode/launch.json, or chrome://inspect.
  --help            prints this text

Its data are in .botgauge/dev, apart from those of \`npm start\`. To begin with an empty database,
stop it and remove that folder. For a command on its data:

  DATA_DIR=.botgauge/dev npm run --silent botgauge -- websites list

It reads the same settings as \`npm start\` (docs/configuration.md), but fetches no lists of bots'
addresses unless VERIFY_LISTS=refresh says so. Beside a service that runs
already, choose another port of the API: PORT=3001 npm run dev
`;

/**
 * Reads the command line.
 *
 * @returns `help`, and the port of the API's debugger, if one may attach; 0 takes a free one
 * @throws ExpectedError with status 2 when something else is asked for
 */
export function readOptions(args) {
  const options = { help: false, inspect: undefined };
  for (const argument of args) {
    const [, port = DEFAULT_PORT] = /^--inspect(?:=(\d+))?$/.exec(argument) ?? [, NaN];
    if (argument === '--help' || argument === '-h') options.help = true;
    // The worker takes the next port.
    else if (port < 65_535) options.inspect = Number(port);
    else throw new ExpectedError(`Unknown argument: ${argument}\n\n${USAGE}`, 2);
  }
  return options;
}
