import type { DataOf } from '../../api/types.js';

export const AUTOMATION = '/api/v1/websites/{id}/automation';
export type AutomationGroup = DataOf<typeof AUTOMATION>['groups'][number];
