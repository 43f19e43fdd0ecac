import type { Service } from './service.js';

const TASK = 'Botgauge ship';
/** Well-known identifiers, which are the same in every language of Windows. */
const ADMINISTRATORS = '*S-1-5-32-544';
const SYSTEM = '*S-1-5-18';
const LOCAL_SERVICE = '*S-1-5-19';

/**
 * Returns the lines which an operator pastes into a PowerShell of an administrator: they store
 * address and key where only administrators and the task can read them, let the task read the logs,
 * and register and start it.
 *
 * Source: https://learn.microsoft.com/powershell/module/scheduledtasks/register-scheduledtask
 */
export function linesForWindows({ node, program, logs, options, url, key }: Service): string {
  const command = [node, program, 'ship', ...options, ...logs].map(inBatch).join(' ');
  const folders = [...new Set(logs.map(folderOf))];
  return `# Paste these lines into a PowerShell that was started as administrator.
$folder = "$env:ProgramData\\Botgauge"
New-Item -ItemType Directory -Force $folder | Out-Null
# Only administrators may read the key, and the account of the task.
icacls $folder /inheritance:r /grant '${ADMINISTRATORS}:(OI)(CI)F' '${SYSTEM}:(OI)(CI)F' '${LOCAL_SERVICE}:(OI)(CI)M'
@'
@echo off
set BOTGAUGE_URL=${inSet(url)}
set BOTGAUGE_BOT_KEY=${inSet(key)}
set IMPORT_STATE_DIR=%ProgramData%\\Botgauge\\state
${command} >> "%ProgramData%\\Botgauge\\ship.log" 2>&1
'@ | Set-Content -Encoding ascii "$folder\\ship.cmd"
# The account of the task may read the logs.
${folders.map((folder) => `icacls ${inPowerShell(folder)} /grant '${LOCAL_SERVICE}:(OI)(CI)RX'`).join('\n')}
$task = @{
  Action = New-ScheduledTaskAction -Execute "$folder\\ship.cmd"
  Trigger = New-ScheduledTaskTrigger -AtStartup
  Principal = New-ScheduledTaskPrincipal -UserId 'NT AUTHORITY\\LOCAL SERVICE' -LogonType ServiceAccount
  Settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 \`
    -RestartInterval (New-TimeSpan -Minutes 1) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
}
Register-ScheduledTask -TaskName '${TASK}' @task -Force
Start-ScheduledTask -TaskName '${TASK}'
Get-Content "$folder\\ship.log" -Wait`;
}

/** The folder above a log, or above the first name with a wildcard. */
function folderOf(log: string): string {
  const names = log.split('\\');
  const wild = names.findIndex((name) => /[*?]/.test(name));
  return names.slice(0, wild < 0 ? -1 : wild).join('\\');
}

const inPowerShell = (text: string) => `'${text.replaceAll("'", "''")}'`;
/** In a batch file, a percent sign begins a variable. */
const inSet = (text: string) => text.replaceAll('%', '%%');
const inBatch = (text: string) => `"${inSet(text)}"`;
