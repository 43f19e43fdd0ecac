// Programs of others that count the visits of a log. They are not installed with the product.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { killedAtEnd } from '@app/testing';

/** A program that has been started. */
export interface Started {
  pid: number;
  /** How many lines it counted, when it has ended. */
  counted: Promise<number>;
}

export interface Peer {
  name: string;
  /** Debian's package. */
  packaged: string;
  /** The path of the program; undefined when it is not installed. */
  found: string | undefined;
  /** @param folder an empty one for what it writes */
  start(program: string, log: string, folder: string): Started;
}

export const PEERS: readonly Peer[] = [
  {
    name: 'GoAccess, into a JSON report',
    packaged: 'goaccess',
    found: inFolders('goaccess', (process.env.PATH ?? '').split(delimiter)),
    start: (program, log, folder) => {
      const report = join(folder, 'report.json');
      const { pid, ended } = run(program, [
        log,
        ...['--log-format=COMBINED', '--no-global-config', '--no-progress', '-o', report],
      ]);
      const read = () =>
        JSON.parse(readFileSync(report, 'utf8')) as { general: { valid_requests: number } };
      return { pid, counted: ended.then(() => read().general.valid_requests) };
    },
  },
  {
    name: 'AWStats',
    packaged: 'awstats',
    found: inFolders('awstats.pl', ['/usr/lib/cgi-bin', '/usr/local/awstats/wwwroot/cgi-bin']),
    start: (program, log, folder) => {
      const settings = {
        ...{ LogFile: log, LogType: 'W', LogFormat: '1', SiteDomain: 'one.example' },
        ...{ HostAliases: 'localhost', DNSLookup: '0', DirData: folder },
      };
      const text = Object.entries(settings).map(([name, value]) => `${name}="${value}"\n`);
      writeFileSync(join(folder, 'awstats.bench.conf'), text.join(''));
      const { pid, ended } = run('perl', [
        ...[program, '-config=bench', `-configdir=${folder}`, '-update'],
      ]);
      const found = /Found (\d+) new qualified records/;
      return { pid, counted: ended.then((output) => Number(found.exec(output)?.[1])) };
    },
  },
];

function inFolders(name: string, folders: string[]): string | undefined {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Starts a program, and resolves with its output when it has ended. */
export function run(program: string, args: string[]): { pid: number; ended: Promise<string> } {
  let child: ReturnType<typeof execFile> | undefined;
  const ended = new Promise<string>((resolve, reject) => {
    child = execFile(program, args, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stdout}${stderr}`)) : resolve(stdout),
    );
  });
  return { pid: (child && killedAtEnd(child).pid) ?? NaN, ended };
}
