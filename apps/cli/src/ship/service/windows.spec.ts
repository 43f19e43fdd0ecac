import type { Service } from './service.js';
import { linesForWindows } from './windows.js';

const SERVICE: Service = {
  node: 'C:\\Program Files\\nodejs\\node.exe',
  program: 'C:\\botgauge\\dist\\apps\\cli\\src\\main.js',
  logs: [
    'C:\\inetpub\\logs\\LogFiles\\W3SVC1\\*.log',
    'C:\\inetpub\\logs\\LogFiles\\W3SVC1\\old\\u_ex*.log',
    "D:\\it's\\W3SVC*\\*.log",
  ],
  options: ['--host', 'shop.example'],
  url: 'https://logs.own.test/a%20b',
  key: 'bot_x',
};

it('registers a task that runs the command with its settings', () => {
  const lines = linesForWindows(SERVICE).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      // A percent sign begins a variable in a batch file.
      'set BOTGAUGE_URL=https://logs.own.test/a%%20b',
      'set BOTGAUGE_BOT_KEY=bot_x',
      '"C:\\Program Files\\nodejs\\node.exe" "C:\\botgauge\\dist\\apps\\cli\\src\\main.js" "ship" "--host" "shop.example" ' +
        '"C:\\inetpub\\logs\\LogFiles\\W3SVC1\\*.log" "C:\\inetpub\\logs\\LogFiles\\W3SVC1\\old\\u_ex*.log" ' +
        '"D:\\it\'s\\W3SVC*\\*.log" >> "%ProgramData%\\Botgauge\\ship.log" 2>&1',
      "Register-ScheduledTask -TaskName 'Botgauge ship' @task -Force",
    ]),
  );
});

it('lets the account of the task read the folders of the logs, and nobody else the key', () => {
  const lines = linesForWindows(SERVICE).split('\n');
  expect(lines.filter((line) => line.startsWith('icacls '))).toEqual([
    "icacls $folder /inheritance:r /grant '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-18:(OI)(CI)F' '*S-1-5-19:(OI)(CI)M'",
    "icacls 'C:\\inetpub\\logs\\LogFiles\\W3SVC1' /grant '*S-1-5-19:(OI)(CI)RX'",
    "icacls 'C:\\inetpub\\logs\\LogFiles\\W3SVC1\\old' /grant '*S-1-5-19:(OI)(CI)RX'",
    "icacls 'D:\\it''s' /grant '*S-1-5-19:(OI)(CI)RX'",
  ]);
});
