import { InvalidArgumentError } from 'commander';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function parseUuid(text: string): string {
  if (UUID.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError('It must be a UUID, as `botgauge dead list` shows it.');
}
