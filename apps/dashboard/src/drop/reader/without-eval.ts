/**
 * Schemas are faster when they write functions as text, and try whether they may. The policy of the
 * page forbids it, and a browser reports every try. This must be loaded before the first schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
