/** The pictures of docs/screens. */
const chosen: readonly string[] = [];

/** A name such as `advertiser-campaigns-id-1280-light`. */
export const nameOf = (user: string, pattern: string, width: number, colorScheme: string): string =>
  [
    user,
    pattern
      .replace(/^\/cabinet(?=\/)/, '')
      .match(/\w+/g)
      ?.join('-') ?? 'home',
    width,
    colorScheme,
  ].join('-');

export const isChosen = (name: string): boolean => chosen.includes(name);
