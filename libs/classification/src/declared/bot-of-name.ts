import type { Classifier } from '../classify.js';

/**
 * Returns the id of the row that names a bot which declared this name and provider, or undefined if
 * the registry has none. It is asked when the registry has changed since.
 */
export function botOfName(
  classifier: Pick<Classifier, 'classify'>,
  name: string,
  provider: string,
): number | undefined {
  const address = provider === 'Unknown' ? '' : ` (+https://${provider}/)`;
  const verdict = classifier.classify(`${name}/1.0${address}`);
  const isRow = verdict.kind !== 'human' && verdict.layer === 'named registry';
  return isRow ? verdict.bot.id : undefined;
}
