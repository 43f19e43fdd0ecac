/**
 * Tools with which assistants read the reports, over the Model Context Protocol. They ask the API like
 * any other client; who serves them lends what asks. https://modelcontextprotocol.io
 */
export type { Answered, Ask } from './ask.js';
export { createMcpServer } from './create-mcp-server.js';
export { answerMcp } from './over-http.js';
export { serveMcpOn } from './over-streams.js';
