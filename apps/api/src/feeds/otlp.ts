import { createReader } from '@app/log-formats';
import { otlpRecords } from './envelopes/otlp.js';
import { feed } from './feed.js';
import { OTLP_ANSWERS } from './otlp-answers.js';

const EXAMPLE = {
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'edge' } }] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: '1795176000000000000',
              attributes: [
                { key: 'http.request.method', value: { stringValue: 'GET' } },
                { key: 'server.address', value: { stringValue: 'example.com' } },
                { key: 'url.path', value: { stringValue: '/pricing' } },
                { key: 'http.response.status_code', value: { intValue: 200 } },
                { key: 'client.address', value: { stringValue: '192.0.2.17' } },
                { key: 'user_agent.original', value: { stringValue: 'GPTBot/1.2' } },
              ],
            },
          ],
        },
      ],
    },
  ],
};

export const otlp = feed({
  name: 'otlp',
  // Exporters append `/v1/logs` to the address that they are given.
  paths: ['/v1/logs', '/api/v1/logs/otlp/v1/logs'],
  sender: 'OpenTelemetry',
  sends: 'log records by OTLP/HTTP, in JSON or protobuf',
  notes:
    'A request of a visitor is read from the attributes of a log record by the semantic conventions, otherwise from its body: named values, or a line of an access log.',
  example: { contentType: 'application/json', body: JSON.stringify(EXAMPLE) },
  size: 'large',
  envelope: otlpRecords,
  reader: (options) => createReader('otlp-record', options),
  answers: OTLP_ANSWERS,
});
