/** The form of a code. */
export const codePattern = /^[0-9A-Za-z]{10}$/;

/** The code in a text that people paste: the code itself, or the address of its link. A text without one is returned unchanged. */
export const codeIn = (text: string): string => /\/t\/([0-9A-Za-z]{10})\/?(?:[?#].*)?$/.exec(text)?.[1] ?? text;
