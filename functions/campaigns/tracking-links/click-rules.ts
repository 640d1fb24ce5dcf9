/** The form of a code. */
export const codePattern = /^[0-9A-Za-z]{10}$/;
