const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A browser and its system in words, such as "Firefox on macOS"; other programs by the name that they give themselves. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown program';
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : `${browser} on ${system}`;
}
