import { productVersion } from '@app/config';
import { openApiDocument } from '../../apps/api/src/docs/document.js';
import { ROUTES } from '../../apps/api/src/routes.js';

export type Json = Record<string, unknown>;
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Content {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { value: Json }>;
}

export interface Documented {
  headers: Record<string, unknown>;
  content: Record<string, Content>;
}

/** As far as it matters here. */
export interface DocumentedOperation {
  operationId: string;
  tags: string[];
  security: object[];
  parameters: {
    name: string;
    in: string;
    description?: string;
    schema?: { enum?: string[]; pattern?: string };
  }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Documented>;
}

interface Document extends Json {
  paths: Record<string, Partial<Record<Method, DocumentedOperation>>>;
}

/** The document as it is served. */
export const DOCUMENT = JSON.parse(
  JSON.stringify(
    openApiDocument(ROUTES, { version: productVersion(), url: 'http://127.0.0.1:3000' }),
  ),
) as Document;

export interface Operation extends DocumentedOperation {
  path: string;
  description?: string;
  method: Method;
  /** The JSON body that it takes. */
  body?: Content;
  /** The status of the answer when all is well, and its content. */
  status: number;
  answer: Content;
  contentType: string;
}

/** Every operation of the document. */
export const OPERATIONS: Operation[] = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => {
    const status = '201' in operation.responses ? 201 : 200;
    const [[contentType, answer] = []] = Object.entries(operation.responses[status]?.content ?? {});
    if (!contentType || !answer) throw new Error(`${method} ${path} documents no success`);
    const body = operation.requestBody?.content['application/json'];
    return { ...operation, path, method: method as Method, body, status, answer, contentType };
  }),
);
export const OF_JSON = OPERATIONS.filter(({ contentType }) => contentType === 'application/json');
export const MANAGEMENT = OPERATIONS.filter(({ tags }) => tags.includes('Account'));
export const REPORTS = OPERATIONS.filter(({ tags }) => tags.includes('Reports'));

/** The query parameters that an operation takes. */
export const parameterNames = ({ parameters }: DocumentedOperation) =>
  parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
