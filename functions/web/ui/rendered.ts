/** The finished document. */
export function documentOf(page: { toString(): string | Promise<string> }): string {
  const html = page.toString();
  if (typeof html !== 'string') throw new Error('A page is rendered at once: none of its parts waits.');
  return `<!doctype html>${html}`;
}
