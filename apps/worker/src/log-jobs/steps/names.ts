import type { DeclaredBot } from '@app/contracts';
import type { DeclaredBots } from '@app/storage';
import type { PartWithPages } from './pages.js';

/** A part with the ids of the names that its bots give themselves. */
export interface NamedPart extends PartWithPages {
  /** By the key of the name; a name beyond the bounds of the account is missing. */
  nameIds: ReadonlyMap<string, number>;
}

const NO_NAMES: ReadonlyMap<string, number> = new Map();

/** Looks up the ids of names that no row of the registry has, and registers new ones. */
export function createNamesStep({ declaredBots }: { declaredBots: Pick<DeclaredBots, 'resolve'> }) {
  return async function findNames(withPages: PartWithPages): Promise<NamedPart> {
    const bots = new Map<string, DeclaredBot>();
    for (const verdict of new Set(withPages.verdicts)) {
      if (verdict.kind === 'human' || !verdict.declared) continue;
      const { declared } = verdict;
      // Not every user agent of a bot has its address.
      const known = bots.get(declared.key);
      if (!known || known.provider === 'Unknown') bots.set(declared.key, declared);
    }
    if (bots.size === 0) return { ...withPages, nameIds: NO_NAMES };
    const nameIds = await declaredBots.resolve(withPages.part.batch.accountId, bots.values());
    return { ...withPages, nameIds };
  };
}
