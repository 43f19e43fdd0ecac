import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificate {
  /** Files in PEM. */
  certificate: string;
  key: string;
  /** SHA-256 of its public key in base64, by which Chromium can be told to trust it. */
  fingerprint: string;
}

/** Makes a certificate for these hosts, which nobody trusts who is not told to. */
export function makeCertificate(folder: string, hosts: readonly string[]): Certificate {
  const [certificate, key] = [join(folder, 'lab.pem'), join(folder, 'lab.key')];
  const names = hosts.map((host) => `DNS:${host}`).join(',');
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '7', '-subj', '/CN=laboratory', '-addext', `subjectAltName=${names}`],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  );
  const { publicKey } = new X509Certificate(readFileSync(certificate));
  const bytes = publicKey.export({ type: 'spki', format: 'der' });
  return { certificate, key, fingerprint: createHash('sha256').update(bytes).digest('base64') };
}
