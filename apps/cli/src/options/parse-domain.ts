import { canonicalDomain } from '@app/contracts';
import { InvalidArgumentError } from 'commander';

/** The canonical domain an option names. Entries count for the website with the domain of their `host`. */
export function parseDomain(text: string): string {
  const domain = canonicalDomain(text);
  if (domain !== '') return domain;
  throw new InvalidArgumentError(
    'It is no domain name: give one like shop.example, without https:// and path.',
  );
}
