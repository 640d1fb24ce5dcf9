/** Links to other sites are https and well-formed, whatever the database contains. */
export function outward(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' ? parsed.href : undefined;
}
