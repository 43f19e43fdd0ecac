import { join } from 'node:path';

/** What one part of the service was measured to take. */
export interface Figure {
  value: number;
  unit: string;
  passage: string;
  place: number;
}

export interface FlavourFigures {
  api: Figure;
  worker: Figure;
  redis: Figure;
  database: Figure;
  coordinator?: Figure;
  wal: Figure;
  disk: Figure;
  locked: Figure;
}

export interface Load {
  help: boolean;
  entriesPerSecond: number;
  websites: number;
  largestShare: number;
  flavour: string;
  busy: number;
  cores: number;
  retentionDays: number;
}

export interface Plan {
  api: { busy: number; processes: number };
  worker: { busy: number; processes: number };
  machines: number;
  redis: { busy: number; nodes: number; shards: number; fits: boolean };
  database: {
    busy: number;
    cores: number;
    nodes: number;
    fits: boolean;
    coordinator?: { busy: number; cores: number };
  };
  disk: { walPerSecond: number; walPerDay: number; perDay: number; kept: number };
  website: { average: number; largest: number; bound: number; fits: boolean };
}

interface Modules {
  FIGURES: Record<string, FlavourFigures>;
  readOptions(args: string[]): Load;
  nodesFor(load: number, share: number, room: number): number;
  planFor(load: Load, figures: FlavourFigures): Plan;
  linesOf(load: Load, plan: Plan): string[];
  bytes(number: number): string;
}

const FOLDER = join(import.meta.dirname, '../../scripts/plan');

/** Loads the modules of the script, which are JavaScript, so that they run without a build. */
export async function loadModules(): Promise<Modules> {
  const files = ['figures', 'load', 'options', 'plan', 'text'];
  const loaded = await Promise.all(
    files.map((file) => import(join(FOLDER, `${file}.mjs`)) as Promise<Partial<Modules>>),
  );
  return Object.assign({}, ...loaded) as Modules;
}
