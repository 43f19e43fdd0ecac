import type { DataOf } from '../../api/types.js';

export const PROVIDERS = '/api/v1/websites/{id}/providers';
export type ProvidersReport = DataOf<typeof PROVIDERS>;
export type Provider = ProvidersReport['providers'][number];
