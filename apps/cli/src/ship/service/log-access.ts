import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expandPattern } from '../patterns.js';

/** What a service needs to read its logs and its own program. */
export interface LogAccess {
  /** Names of the groups that may read them, where not everybody may. */
  groups: string[];
  /** Whether there is a file among them that only root may read. */
  readsAll: boolean;
  /** Whether there is one below /home or /root, which units usually cannot see. */
  belowHome: boolean;
}

/** Who reads logs on Debian and Ubuntu. */
const USUAL_GROUP = 'adm';
const ROOT = 0;
const HOMES = /^\/(?:home|root)\//;

/**
 * Finds what a service needs to read the logs that are there now.
 *
 * @param patterns whole paths of logs, with wildcards
 * @param programs whole paths of what the service runs
 */
export async function logAccessFor(
  patterns: readonly string[],
  programs: readonly string[],
): Promise<LogAccess> {
  const logs = (await Promise.all(patterns.map(expandPattern))).flat();
  const needsOf = async (paths: readonly string[]) =>
    (await Promise.all(paths.map(needOf))).filter((need) => need !== undefined);
  const needs = await needsOf([...logs, ...programs]);
  const names = await groupNames();
  const groups = needs.flatMap(({ gids }) => gids).map((gid) => names.get(gid) ?? `${gid}`);
  // A server makes its log for everybody, and its rotation the next one for the usual group.
  const usual = [...names.values()].filter((name) => name === USUAL_GROUP);
  return {
    groups: [...new Set([...usual, ...groups])],
    readsAll: needs.some(({ ofRoot }) => ofRoot),
    belowHome: [...patterns, ...programs].some((path) => HOMES.test(path)),
  };
}

interface Need {
  /** The groups that may read the file and open the folders above it, where not everybody may. */
  gids: number[];
  ofRoot: boolean;
}

/** Returns what is needed to read a file; undefined if there is none. */
async function needOf(path: string): Promise<Need | undefined> {
  try {
    const file = await stat(path);
    const folders = await Promise.all(foldersAbove(path).map((folder) => stat(folder)));
    const closed = [
      { info: file, others: 0o004, group: 0o040 },
      ...folders.map((info) => ({ info, others: 0o001, group: 0o010 })),
    ].filter(({ info, others }) => (info.mode & others) === 0);
    const ofRoot = closed.some(({ info, group }) => (info.mode & group) === 0 || info.gid === ROOT);
    return { gids: ofRoot ? [] : closed.map(({ info }) => info.gid), ofRoot };
  } catch {
    return undefined;
  }
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === path ? [folder] : [folder, ...foldersAbove(folder)];
}

/** Returns the names of groups by their numbers. */
async function groupNames(): Promise<Map<number, string>> {
  const lines = (await readFile('/etc/group', 'utf8')).split('\n');
  return new Map(
    lines.map((line) => {
      const [name = '', , gid] = line.split(':');
      return [Number(gid), name];
    }),
  );
}
