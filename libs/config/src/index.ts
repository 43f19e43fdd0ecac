export { localUrl, publicUrl } from './addresses.js';
export { childEnvironment } from './child-environment.js';
export { ConfigError, loadConfig, requireDatabaseUrl, wantsColours } from './load-config.js';
export { productVersion } from './product-version.js';
export type { RedisAddress } from './redis-address.js';
export { SETTINGS } from './settings.js';
export type { Config, Setting } from './settings.js';
export type { TrustedProxies } from './trusted-proxies.js';
export type { VerifyLists } from './verify-lists.js';
