import { InvalidArgumentError } from 'commander';

const LONGEST = 200;

export function parseName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST && !/\p{Cc}/u.test(name)) return name;
  throw new InvalidArgumentError(
    `It must be a text of 1 to ${LONGEST} characters without control characters.`,
  );
}
