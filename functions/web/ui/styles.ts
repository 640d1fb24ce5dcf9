import { catalog } from './styles-catalog.ts';
import { creator } from './styles-creator.ts';
import { ground } from './styles-ground.ts';
import { report } from './styles-report.ts';

/** The one style sheet of all pages. */
export const styles = ground + catalog + creator + report;

let path: string | undefined;

/** Its address contains a hash of its content, so it can be cached for ever. */
export const stylesPath = (): string => (path ??= `/site/${fingerprint(styles)}.css`);

/** FNV-1a and the length. Pages are rendered at once, and WebCrypto gives only promises. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0') + text.length.toString(16);
}
