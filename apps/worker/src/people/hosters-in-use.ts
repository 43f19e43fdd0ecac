import { type FileFault, type HosterFile, readHosters } from '@app/address-lists';
import { behaviourOf, type Config } from '@app/config';
import { repeat } from '@app/lifecycle';
import type { Logger } from '@app/observability';
import { type AddressSet, addressesOfHosters } from '@app/verification';

export interface HostersSettings {
  /** A file with networks, or a folder of such files. */
  path: string;
  logger: Logger;
  /** How often it is looked whether a file has changed. */
  lookMs?: number;
}

/** As often as other lists are read again. */
const LOOK_MS = 4 * 60_000;

/**
 * The addresses of hosters by which this worker marks visitors. The lists are the operator's own, and are
 * read again when they change. Nothing that is wrong with them stops a worker: they are a hint only.
 */
export class HostersInUse {
  private files: readonly HosterFile[] = [];
  private addresses = addressesOfHosters([]);
  private faults = '';
  private readonly stopping = new AbortController();
  private looping: Promise<void> | undefined;

  constructor(private readonly settings: HostersSettings) {}

  /** The addresses now. A caller that keeps them for a while does not see newer ones. */
  current(): AddressSet {
    return this.addresses;
  }

  /** Reads the lists, and keeps them current from then on. */
  async start(): Promise<void> {
    const { lookMs = LOOK_MS } = this.settings;
    await this.look();
    this.looping = repeat(lookMs, this.stopping.signal, () => this.look());
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.looping;
  }

  private async look(): Promise<void> {
    const { files, faults } = await readHosters(this.settings.path, this.files);
    this.tell(faults);
    if (isSame(files, this.files)) return;
    const prefixes = files.flatMap((one) => one.prefixes);
    this.addresses = addressesOfHosters(prefixes);
    this.files = files;
    const usable = files.filter((one) => one.prefixes.length > 0);
    this.settings.logger.info(
      { files: usable.map(({ file }) => file), networks: prefixes.length },
      'lists of hosters are in use',
    );
  }

  /** Says once what is wrong with the files, and again when it changes. */
  private tell(faults: readonly FileFault[]): void {
    const text = JSON.stringify(faults);
    if (text === this.faults) return;
    this.faults = text;
    for (const { file, fault } of faults)
      this.settings.logger.warn(
        { file, reason: fault },
        'HOSTER_LISTS: a list of hosters is not used as it is now; what it had before stays in use',
      );
  }
}

/** Returns undefined where the operator has no lists of hosters, or nobody judges by them. */
export function createHosters(config: Config, logger: Logger): HostersInUse | undefined {
  const { HOSTER_LISTS: path } = config;
  if (path === undefined || behaviourOf(config) !== 'visitor') return undefined;
  return new HostersInUse({ path, logger });
}

function isSame(some: readonly HosterFile[], others: readonly HosterFile[]): boolean {
  const keyOf = (files: readonly HosterFile[]) =>
    files.map(({ file, version }) => `${file} ${version}`).join('\n');
  return keyOf(some) === keyOf(others);
}
