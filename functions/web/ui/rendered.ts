/** The finished document. */
export function documentOf(page: { toString(): string | Promise<string> }): string {
  const html = page.toString();
  if (typeof html !== 'string') throw new Error('A page is rendered at once: none of its parts waits.');
  return `<!doctype html>${html}`;
}

/** Equal bytes have equal ETags, whichever deployment rendered them. */
export const etagOf = (body: string): string => `"${digest(body)}"`;

// Not imported: evaluating node:crypto would dominate the start of the edge function.
export const digest = (text: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 32);
