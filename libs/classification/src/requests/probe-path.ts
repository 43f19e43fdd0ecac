/**
 * Paths that only somebody asks for who looks for a hole or for secrets. No site links them, and no
 * browser asks for them by itself.
 */
export interface ProbePath {
  /** What is asked for, as the reason says it: `a request for the file .env`. */
  readonly what: string;
  /**
   * `always`: whatever the answer was. `refused`: only when the server had no such page or failed, because
   * some sites really have it, and its people ask for it.
   */
  readonly counts: 'always' | 'refused';
  /** A page that shows that scanners ask for this, or what the file is and why it is never linked. */
  readonly source: string;
  /** Names of folders or files, at any place of the path. */
  readonly names?: readonly string[];
  /** Names of files: the last name of the path, in any folder. */
  readonly files?: readonly string[];
  /** Paths from the root of the site: they count themselves, and with everything below them. */
  readonly roots?: readonly string[];
  /** Looked for in the plain path; must take a time that grows with the path only. */
  readonly pattern?: RegExp;
  /** Real requests that only this row finds. */
  readonly examples: readonly string[];
}
