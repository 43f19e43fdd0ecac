import type { BotCategory } from '@app/contracts';
import type { Classifier } from '../classify.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';
import { registrableDomain } from './registrable-domain.js';
import { declaredCategory } from './declared-category.js';

/** What a registry says about a name that a bot gave itself, and that was stored. */
export interface NameJudgement {
  /**
   * The id of the row that the bot counts under: the row that names it, "Unidentified bot" if the
   * name is reserved, or null if the bot keeps its name.
   */
  bot: number | null;
  provider: string;
  category: BotCategory;
}

/**
 * Judges a stored name by another registry, or by other rules, than those that it was stored by. The
 * provider is what was stored: a domain, an operator of the registry of that time, or `Unknown`.
 */
export function judgeName(
  classifier: Pick<Classifier, 'classify' | 'knownNames'>,
  name: string,
  provider: string,
): NameJudgement {
  const { isReserved, operators } = classifier.knownNames();
  const domain = registrableDomain(provider) === provider ? provider : undefined;
  const known = operators.has(provider) ? provider : operators.of(name, domain);
  const now = known ?? domain ?? 'Unknown';
  const { category } = declaredCategory(name, now, operators);
  return { bot: rowOf() ?? null, provider: now, category };

  function rowOf(): number | undefined {
    const address = domain === undefined ? '' : ` (+https://${domain}/)`;
    const verdict = classifier.classify(`${name}/1.0${address}`);
    const isRow = verdict.kind !== 'human' && verdict.layer === 'named registry';
    if (isRow) return verdict.bot.id;
    return isReserved(name) ? UNIDENTIFIED_BOT.id : undefined;
  }
}
