/** The elements of a document with the names of their attributes, and every address in it. */
export interface Skeleton {
  readonly elements: readonly string[];
  readonly addresses: readonly string[];
}

const tag = /<(\/?[a-z][a-z0-9]*)((?:\s+[a-zA-Z:-]+(?:="[^"]*")?)*)\s*\/?>/g;
const attribute = /([a-zA-Z:-]+)(?:="([^"]*)")?/g;
const addressed = new Set(['href', 'src', 'action', 'formaction', 'srcset', 'poster', 'data', 'xlink:href']);

/** Reads a page as the service writes it: an angle bracket of a text is always escaped. */
export function skeletonOf(html: string): Skeleton {
  const addresses: string[] = [];
  const elements = [...html.matchAll(tag)].map(([, name = '', marks = '']) => {
    const all = [...marks.matchAll(attribute)];
    addresses.push(...all.flatMap(([, of = '', value = '']) => (addressed.has(of) ? [value] : [])));
    return [name, ...all.map(([, of = '']) => of).sort()].join(' ');
  });
  const rest = html.replace(/^<!DOCTYPE html>/i, '').replaceAll(tag, '');
  if (/[<>]/.test(rest)) elements.push(`something else: ${/.{0,40}[<>].{0,40}/s.exec(rest)?.[0]}`);
  return { elements, addresses };
}
