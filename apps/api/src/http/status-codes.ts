import { text } from './parameters.js';

/** The parameter that names a status code, or a class of them. */
export const STATUS = text(3)
  .refine(
    (value) => /^(?:\d{1,3}|\dxx)$/.test(value),
    'must be a status code, such as 404, or a class of them, such as 4xx',
  )
  .optional();

/** Returns the lowest and the highest status code that the parameter means. */
export function statusesOf(status: string): [number, number] {
  const lowest = Number(status.replace(/xx$/, '00'));
  return [lowest, status.endsWith('xx') ? lowest + 99 : lowest];
}
