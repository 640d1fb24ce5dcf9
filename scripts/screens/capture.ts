/** Takes a picture. Chromium can fail to capture a page while the machine is busy, so a failure is tried once more. */
export const captured = <Picture>(capture: () => Promise<Picture>): Promise<Picture> =>
  capture().catch(() => capture());
