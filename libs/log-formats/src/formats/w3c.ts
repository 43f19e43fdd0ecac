import type { ReaderOptions, RecordReader } from '../record-reader.js';
import { createExtendedLogReader } from '../shared/extended-log.js';
import { decodeAgent } from '../text/escapes.js';
import { isCloudFront } from './cloudfront.js';

/**
 * Reads the W3C Extended Log File Format as IIS writes it: `#Fields:` names the columns, times are
 * in UTC, and `+` stands for a space in a user agent.
 *
 * Source: https://learn.microsoft.com/windows/win32/http/w3c-logging
 */
export function createW3cReader(options: ReaderOptions): RecordReader {
  return createExtendedLogReader(
    {
      decodeUserAgent: (text) => decodeAgent(withSpaces(text)),
      isNoVisit: isCommandOfFtp,
      foreign: (fields) =>
        isCloudFront(fields) ? 'is of a CloudFront log: name that format' : undefined,
    },
    options,
  );
}

/** Commands of FTP, which no method of HTTP is called. */
const FTP = new Set(
  (
    'ABOR ACCT ADAT ALLO APPE AUTH CCC CDUP CONF CWD ENC EPRT EPSV FEAT HELP LANG LIST MDTM MIC MKD ' +
    'MLSD MLST MODE NLST NOOP OPTS PASS PASV PBSZ PORT PROT PWD QUIT REIN REST RETR RMD RNFR RNTO ' +
    'SITE SIZE SMNT STAT STOR STOU STRU SYST TYPE USER XCUP XCWD XMKD XPWD XRMD CREATED SENT CLOSED ' +
    'CONTROLCHANNELOPENED CONTROLCHANNELCLOSED DATACHANNELOPENED DATACHANNELCLOSED'
  ).split(' '),
);
/** IIS 6 writes the number of the connection in front of a command. */
const CONNECTION = /^\[\d{1,10}\]/;

/** IIS logs FTP in the same form. What is asked there is no page. */
function isCommandOfFtp(method: string): boolean {
  const command = method.startsWith('[') ? method.replace(CONNECTION, '') : method;
  return FTP.has(command) || FTP.has(command.toUpperCase());
}

/** Of two `+` in a row, the first stood for a space: `;++http://…` means `; +http://…`. */
function withSpaces(text: string): string {
  return text.includes(' ') ? text : text.replace(/\+(\+?)/g, ' $1');
}
