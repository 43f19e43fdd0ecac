import type { Classifier } from '../classify.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';

/**
 * Returns the id of the row that a bot counts under which declared this name and provider: the row
 * that names it, "Unidentified bot" if the name is reserved, or undefined if the bot keeps its
 * name. It is asked when the registry, or what is reserved, has changed since.
 */
export function botOfName(
  classifier: Pick<Classifier, 'classify' | 'isReserved'>,
  name: string,
  provider: string,
): number | undefined {
  const address = provider === 'Unknown' ? '' : ` (+https://${provider}/)`;
  const verdict = classifier.classify(`${name}/1.0${address}`);
  const isRow = verdict.kind !== 'human' && verdict.layer === 'named registry';
  if (isRow) return verdict.bot.id;
  return classifier.isReserved(name) ? UNIDENTIFIED_BOT.id : undefined;
}
