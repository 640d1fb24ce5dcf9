import { existsSync } from 'node:fs';

/** The first one has no window and starts quicker. */
const places = [
  '/usr/bin/chromium-headless-shell',
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'],
];

/** The program of a Chromium on this machine; CHROMIUM_PATH names another. */
export const chromiumPath: string | undefined = [process.env.CHROMIUM_PATH ?? '', ...places].find(
  (place) => place !== '' && existsSync(place),
);

/** Without the services that a browser starts for a person. */
export const chromiumFlags: readonly string[] = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
