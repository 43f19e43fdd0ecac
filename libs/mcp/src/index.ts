/**
 * Tools with which assistants read the reports, over the Model Context Protocol. They send requests
 * to the API like any other client, through a function that the caller passes.
 * https://modelcontextprotocol.io
 */
export type { ApiResponse, SendRequest } from './api-request.js';
export { createMcpServer } from './create-mcp-server.js';
export { answerMcp } from './over-http.js';
export { serveMcpOn } from './over-streams.js';
