import type { DeclaredBot } from '@app/contracts';
import { cleanName } from './clean-name.js';
import { declaredDomain } from './declared-address.js';
import { declaredCategory } from './declared-category.js';
import { nameCandidates } from './name-candidates.js';
import { nameKey } from './name-key.js';
import { type Operators, operatorsOf } from './operators.js';

/** An ordinary user agent has up to five. */
const MOST_CANDIDATES = 20;
const NO_OPERATORS = operatorsOf([]);

/**
 * Reads the name that a bot gives itself in its user agent, and who it says that it belongs to.
 * Returns undefined if it says neither a name nor an address. Nothing of it is proven.
 */
export function declaredBot(
  userAgent: string,
  operators: Operators = NO_OPERATORS,
): DeclaredBot | undefined {
  const domain = declaredDomain(userAgent);
  const name = firstName(userAgent) ?? (domain && cleanName(domain));
  if (name === undefined) return undefined;
  const provider = operators.of(name, domain) ?? domain ?? 'Unknown';
  const { category } = declaredCategory(name, provider, operators);
  return Object.freeze({ key: nameKey(name), name, provider, category });
}

function firstName(userAgent: string): string | undefined {
  let seen = 0;
  for (const candidate of nameCandidates(userAgent)) {
    const name = cleanName(candidate);
    if (name !== undefined || ++seen === MOST_CANDIDATES) return name;
  }
  return undefined;
}
