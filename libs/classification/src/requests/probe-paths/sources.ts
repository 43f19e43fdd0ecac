/** Files that the rules of OWASP refuse to every visitor, because a web server must keep them. */
export const KEPT_BY_SERVERS =
  'https://github.com/coreruleset/coreruleset/blob/main/rules/restricted-files.data';

/** Why copies, archives and leftovers must not be reachable, and how testers look for them. */
export const LEFTOVERS =
  'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/02-Configuration_and_Deployment_Management_Testing/04-Review_Old_Backup_and_Unreferenced_Files_for_Sensitive_Information';

/** Returns the page about a known weakness. */
export function weakness(id: `CVE-${number}-${number}`): string {
  return `https://nvd.nist.gov/vuln/detail/${id}`;
}

/** Returns the page of a template with which the scanner nuclei asks. */
export function nuclei(template: string): string {
  return `https://github.com/projectdiscovery/nuclei-templates/blob/main/http/${template}.yaml`;
}
