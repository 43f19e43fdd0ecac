export { aLogEntry, aLogEntryInput, CHROME, GPTBOT } from './builders.js';
export { eventually } from './eventually.js';
export { FakeClock } from './fake-clock.js';
export { createTestDatabase } from './test-database.js';
export type { TestDatabase } from './test-database.js';
