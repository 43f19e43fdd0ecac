/** The lowest status of those with which a server says that a request failed: RFC 9110, section 15. */
export const FIRST_ERROR = 400;
