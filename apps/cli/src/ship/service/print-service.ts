import { resolve, win32 } from 'node:path';
import { loadConfig } from '@app/config';
import { STANDARD_INPUT } from '../../log-delivery/read/log-source.js';
import type { Answer, Dependencies } from '../../program/answering.js';
import { apiUrl } from '../../program/api.js';
import { UsageError } from '../../program/failure.js';
import { logAccessFor } from './log-access.js';
import type { Service, ServiceKind } from './service.js';
import { linesForSystemd } from './systemd.js';
import { linesForWindows } from './windows.js';

/** Stands for a key that is not set. */
const KEY_PLACE = 'bot_…';

export interface PrintedService {
  kind: ServiceKind;
  /** Logs, as they were typed. */
  names: readonly string[];
  /** Further options of the command, as they were typed. */
  options: readonly string[];
}

/** Returns the lines that make the command a service of this machine, for an operator to paste. */
export async function printService(
  { env }: Dependencies,
  { kind, names, options }: PrintedService,
): Promise<Answer> {
  if (names.includes(STANDARD_INPUT))
    throw new UsageError('A service has no standard input: name the logs.');
  const config = loadConfig(env);
  const toPath = kind === 'windows' ? win32.resolve : resolve;
  const service: Service = {
    node: process.execPath,
    program: resolve(process.argv[1] ?? ''),
    logs: names.map((name) => toPath(name)),
    options,
    url: apiUrl(config),
    key: config.BOTGAUGE_BOT_KEY ?? KEY_PLACE,
  };
  const text = await linesFor(kind, service);
  const next =
    config.BOTGAUGE_BOT_KEY === undefined
      ? `Put a Bot Tracking Key in the place of ${KEY_PLACE}, or run this again with BOTGAUGE_BOT_KEY.`
      : undefined;
  return { document: { kind, logs: service.logs, lines: text }, text, next };
}

async function linesFor(kind: ServiceKind, service: Service): Promise<string> {
  return kind === 'windows'
    ? linesForWindows(service)
    : linesForSystemd(service, await logAccessFor(service.logs, [service.node, service.program]));
}
