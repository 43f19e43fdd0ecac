import { flavourMissing, type TestFlavour } from './test-database.js';

/** A suite that needs a flavour of the database: skipped, and said so, where it is not installed. */
export function describeOnFlavour(flavour: TestFlavour, name: string, tests: () => void): void {
  const missing = flavourMissing(flavour);
  if (!missing) return describe(name, tests);
  console.warn(`Skipped, because there is ${missing}: ${name}`);
  describe.skip(name, tests);
}
