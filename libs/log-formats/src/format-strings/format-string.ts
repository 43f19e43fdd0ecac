/** Whose language a format string is written in. */
export const FORMAT_SYNTAXES = ['apache', 'nginx', 'goaccess'] as const;
export type FormatSyntax = (typeof FORMAT_SYNTAXES)[number];

/**
 * A format string as its owner wrote it. It is plain data, so that it can be kept beside the place in
 * a log, and a later run reads on in the same way.
 */
export interface FormatString {
  text: string;
  /** Undefined means that the text tells it. */
  syntax?: FormatSyntax | undefined;
  /** GoAccess's `--date-format`, for `%d`. */
  dateFormat?: string | undefined;
  /** GoAccess's `--time-format`, for `%t`. */
  timeFormat?: string | undefined;
}

/** In characters. The longest known formats have less than 2,000. */
export const LONGEST_FORMAT_STRING = 4_096;

/** The names of the syntaxes that people know. */
export const SYNTAX_TITLES: Readonly<Record<FormatSyntax, string>> = {
  apache: "Apache's LogFormat",
  nginx: "nginx's log_format",
  goaccess: "GoAccess's log-format",
};

/** What is wrong with a format string, as a whole sentence for its owner. */
export class FormatStringFault extends Error {
  override name = 'FormatStringFault';
}

/** Matches the name of a header, or a time with directives of its own. */
const IN_BRACES = /(%[^\s%${]{0,64})\{[^}]*\}/g;
const NGINX = /^\s*log_format\s|\$\{?[a-z]/i;
const APACHE = /^\s*(?:LogFormat|CustomLog|accesslog\.format)\b/i;
/** Matches what GoAccess has and Apache has not; `%^ti`, `%^to` and `%^FB` are Apache's. */
const GOACCESS = /%\^(?!t[io]|FB)|%[dx~]|~h|^\s*[A-Z][A-Z0-9]+\s*$/;

/** Returns the syntax that the owner names, otherwise the one that the text looks like. */
export function syntaxOf({ text, syntax }: FormatString): FormatSyntax {
  if (syntax) return syntax;
  if (APACHE.test(text)) return 'apache';
  const bare = text.replace(IN_BRACES, '$1{}');
  if (NGINX.test(bare)) return 'nginx';
  return GOACCESS.test(bare) ? 'goaccess' : 'apache';
}

/** Returns the title of a format string, as titles of formats are shown. */
export function formatStringTitle(format: FormatString): string {
  return `format string of ${SYNTAX_TITLES[syntaxOf(format)]}`;
}
