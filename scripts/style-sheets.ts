import { createHash } from 'node:crypto';
import { cabinetStyles } from '../functions/web/ui/cabinet-styles.ts';
import { styles } from '../functions/web/ui/styles.ts';

interface StyleSheet {
  readonly path: string;
  readonly text: string;
}

/** The style sheets of the pages, by the constants of functions/web/ui/style-paths.ts. */
export const styleSheets = {
  SITE_STYLES_PATH: sheet('styles', styles),
  CABINET_STYLES_PATH: sheet('cabinet', cabinetStyles),
} as const;

/** The address contains a hash of the content, so that a sheet can be cached for ever. */
function sheet(name: string, text: string): StyleSheet {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { path: `/site/${name}-${hash}.css`, text };
}

/** The constants, as esbuild and Vite replace them. */
export const stylePaths: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(styleSheets).map(([constant, { path }]) => [constant, JSON.stringify(path)]),
);
