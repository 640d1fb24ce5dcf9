/** The text of a document without its markup. */
export const wordsOf = (html: string): string =>
  html
    .replace(/<(script|head|svg)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => marks[name] ?? '')
    .replace(/\s+/g, ' ');

const marks: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The data block for search engines. */
export const linkedDataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

/** Maps name or property to content. */
export const metaOf = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name = '', content = '']) => [
      name,
      content,
    ]),
  );

export const canonicalOf = (html: string): string | undefined => /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];

/** Every URL that the page itself would load. */
export const fetchedBy = (html: string): string[] =>
  [
    ...html.matchAll(
      /<(?:img|script|iframe|source|video)[^>]*\ssrc="([^"]+)"|<link rel="(?:icon|stylesheet)" href="([^"]+)"/g,
    ),
  ].map(([, src, href]) => src ?? href ?? '');
