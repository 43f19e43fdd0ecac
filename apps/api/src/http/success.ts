/** The envelope of a report. */
export interface Success<Data> {
  success: true;
  data: Data;
}

export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}
