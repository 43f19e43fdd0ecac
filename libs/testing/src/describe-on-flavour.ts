import { storeMissing, type TestFlavour } from './stores.js';

/**
 * Describes a suite that needs a flavour of the database. Where that flavour is not installed, the
 * suite is skipped and the output says so.
 */
export function describeOnFlavour(flavour: TestFlavour, name: string, tests: () => void): void {
  const missing = storeMissing(flavour);
  if (!missing) return describe(name, tests);
  console.warn(`Skipped, because there is ${missing}: ${name}`);
  describe.skip(name, tests);
}
