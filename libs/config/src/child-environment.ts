/**
 * Returns the environment for a child process: that of this process, with `overrides` taking
 * precedence. An override of `""` counts as not set.
 */
export function childEnvironment(overrides: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, ...overrides };
}
