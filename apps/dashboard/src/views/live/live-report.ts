import type { DataOf } from '../../api/types.js';

export const LIVE = '/api/v1/websites/{id}/live';
export type LiveReport = DataOf<typeof LIVE>;
