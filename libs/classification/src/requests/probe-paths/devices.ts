import type { ProbePath } from '../probe-path.js';
import { weakness } from './sources.js';

type Weakness = Parameters<typeof weakness>[0];

/** Returns a row for pages of a machine that has a weakness. A website never has them. */
function device(
  what: string,
  id: Weakness,
  roots: readonly string[],
  examples: readonly string[],
): ProbePath {
  return { what, counts: 'refused', source: weakness(id), roots, examples };
}

/** Machines with a page in the browser: entrances to networks of companies, routers, cameras. */
export const DEVICES: readonly ProbePath[] = [
  device(
    'the VPN of Cisco',
    'CVE-2020-3452',
    ['/+cscoe+', '/+cscol+', '/+cscot+', '/+cscou+'],
    ['/+CSCOE+/logon.html', '/%2BCSCOT%2B/translation-table'],
  ),
  device(
    'the VPN of Fortinet',
    'CVE-2018-13379',
    ['/remote/fgt_lang', '/remote/login', '/remote/logincheck'],
    ['/remote/login', '/remote/fgt_lang?lang=/../../..//////////dev/cmdb/sslvpn_websession'],
  ),
  device(
    'the VPN of Palo Alto',
    'CVE-2024-3400',
    ['/global-protect', '/ssl-vpn/hipreport.esp'],
    ['/global-protect/login.esp', '/ssl-vpn/hipreport.esp'],
  ),
  device(
    'the VPN of Pulse Secure',
    'CVE-2019-11510',
    ['/dana-na', '/dana-cached'],
    ['/dana-na/nc/nc_gina_ver.txt', '/dana-cached/hc/HostCheckerInstaller.osx'],
  ),
  device(
    'the gateway of Citrix',
    'CVE-2019-19781',
    ['/logon/logonpoint', '/vpn/index.html', '/vpns'],
    ['/logon/LogonPoint/index.html', '/vpn/index.html', '/vpns/cfg/smb.conf'],
  ),
  device(
    'the firewall of SonicWall',
    'CVE-2024-53704',
    ['/api/sonicos', '/sonicui'],
    ['/api/sonicos/is-sslvpn-enabled', '/sonicui/7/login/'],
  ),
  device(
    'the remote desktops of Microsoft',
    'CVE-2020-0609',
    ['/rdweb'],
    ['/RDWeb/Pages/', '/rdweb/webclient/index.html'],
  ),
  device(
    'the mail server of Microsoft',
    'CVE-2021-26855',
    ['/owa/auth', '/ecp/y.js', '/ecp/default.flt'],
    ['/owa/auth/logon.aspx', '/ecp/y.js'],
  ),
  device(
    'a router with OpenWrt',
    'CVE-2023-1389',
    ['/cgi-bin/luci'],
    ['/cgi-bin/luci/;stok=/locale'],
  ),
  device('a router of D-Link', 'CVE-2015-2051', ['/hnap1'], ['/HNAP1', '/HNAP1/']),
  device(
    'a router for glass fibre',
    'CVE-2018-10561',
    ['/gponform', '/boaform'],
    ['/GponForm/diag_Form', '/boaform/admin/formLogin'],
  ),
  device('a router of Netgear', 'CVE-2016-6277', ['/setup.cgi'], ['/setup.cgi']),
  device('a camera of Hikvision', 'CVE-2021-36260', ['/sdk/weblanguage'], ['/SDK/webLanguage']),
  device(
    'a disk of QNAP',
    'CVE-2017-6360',
    ['/cgi-bin/authlogin.cgi', '/cgi-bin/qts.cgi'],
    ['/cgi-bin/authLogin.cgi'],
  ),
];
