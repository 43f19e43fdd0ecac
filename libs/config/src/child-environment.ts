/**
 * The environment for a child process: this process's own, with `overrides` over it. An override of
 * `""` counts as not set.
 */
export function childEnvironment(overrides: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}
