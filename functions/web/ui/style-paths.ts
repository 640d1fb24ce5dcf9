/** The build writes the addresses here: see scripts/style-sheets.ts. */
declare const SITE_STYLES_PATH: string;
declare const CABINET_STYLES_PATH: string;

export const stylesPath: string = SITE_STYLES_PATH;
export const cabinetStylesPath: string = CABINET_STYLES_PATH;
