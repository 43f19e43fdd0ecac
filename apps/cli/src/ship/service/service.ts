/** What runs a command at every start of a machine. */
export const SERVICE_KINDS = ['systemd', 'windows'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

/** The command `ship` as a service of a machine. */
export interface Service {
  /** Path of Node.js. */
  node: string;
  /** Path of the program that Node.js runs. */
  program: string;
  /** Logs, as whole paths with their wildcards. */
  logs: readonly string[];
  /** Options of the command, as they are typed. */
  options: readonly string[];
  /** Address of the API. */
  url: string;
  /** Bot Tracking Key. */
  key: string;
}
