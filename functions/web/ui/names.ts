// One by one, because each takes 7 ms.
const naming: Partial<Record<'region' | 'language', Intl.DisplayNames>> = {};
const names = (kind: 'region' | 'language') => (naming[kind] ??= new Intl.DisplayNames('en', { type: kind }));

export const countryName = (code: string): string =>
  /^[a-z]{2}$/i.test(code) ? nameOf('region', code.toUpperCase()) : code;
export const languageName = (tag: string): string => nameOf('language', tag);

/** Returns an unknown code unchanged. */
function nameOf(kind: 'region' | 'language', code: string): string {
  try {
    return names(kind).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The first letters of the first two words. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word))
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('') || '?';
