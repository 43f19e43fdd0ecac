import type { LogAccess } from './log-access.js';
import type { Service } from './service.js';

const UNIT = 'botgauge-ship';
const SETTINGS = '/etc/botgauge/ship.env';

/**
 * Returns the lines which an operator pastes into a root shell: they store address and key where
 * only root can read them, install the unit, and start it.
 */
export function linesForSystemd(service: Service, access: LogAccess): string {
  return `# Paste these lines into a root shell of this machine.
install -d -m 0755 /etc/botgauge
install -m 0600 /dev/stdin ${SETTINGS} <<'END'
BOTGAUGE_URL=${service.url}
BOTGAUGE_BOT_KEY=${service.key}
END
cat > /etc/systemd/system/${UNIT}.service <<'END'
${unitOf(service, access)}END
systemctl daemon-reload
systemctl enable ${UNIT}
systemctl restart ${UNIT}
journalctl --unit ${UNIT} --lines 20 --no-pager`;
}

/** Returns the unit of systemd that runs the command and may do nothing else. */
export function unitOf({ node, program, logs, options }: Service, access: LogAccess): string {
  const command = [node, program, 'ship', ...options, ...logs].map(quoted).join(' ');
  return `# Follows access logs of this host and sends them to Botgauge. Manual: docs/ship.md.
[Unit]
Description=Botgauge: send access logs
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
# The patterns are for the command: systemd replaces no wildcards.
ExecStart=${command}
# BOTGAUGE_URL and BOTGAUGE_BOT_KEY; owned by root, mode 0600.
EnvironmentFile=${SETTINGS}
# The places in the logs. They must survive restarts and upgrades.
StateDirectory=${UNIT}
StateDirectoryMode=0700
Environment=IMPORT_STATE_DIR=%S/${UNIT}
# Little memory for new objects: they live short, and the collector has time.
Environment=NODE_OPTIONS=--max-semi-space-size=2
# A user of its own.
DynamicUser=yes
${rightsFor(access)}
# It waits for an API that is away, so it ends only for a reason that an operator must look at.
Restart=on-failure
RestartSec=30
# Longer than a request may take.
TimeoutStopSec=75
MemoryHigh=160M
MemoryMax=256M

# Nothing but reading logs, keeping its places and speaking HTTP.
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=${access.belowHome ? 'read-only' : 'yes'}
ProtectProc=invisible
ProcSubset=pid
ProtectClock=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
PrivateTmp=yes
PrivateDevices=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
# MemoryDenyWriteExecute is not here: Node compiles at run time.
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}

function rightsFor({ groups, readsAll }: LogAccess): string {
  if (readsAll)
    return `# Only root may read these logs or the program, so the user of the unit may read every file, and change none.
AmbientCapabilities=CAP_DAC_READ_SEARCH
CapabilityBoundingSet=CAP_DAC_READ_SEARCH`;
  const members = groups.length > 0 ? [`SupplementaryGroups=${groups.join(' ')}`] : [];
  return [
    ...(members.length > 0
      ? ['# The groups that may read the logs, also after a rotation.', ...members]
      : []),
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
  ].join('\n');
}

/**
 * Returns an argument as systemd reads it.
 *
 * Source: https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html#Command%20lines
 */
function quoted(argument: string): string {
  const text = argument.replaceAll('%', '%%').replaceAll('$', '$$$$');
  return /^[\w@%$+=:,./*?~-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
