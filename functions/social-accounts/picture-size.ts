export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** How large a picture says it is when it is drawn, or null where it does not say. */
export function pictureSize(bytes: Uint8Array, contentType: string): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return (sizes.get(contentType) ?? none)(view);
  } catch (error) {
    if (error instanceof RangeError) return null; // it ends before that
    throw error;
  }
}

const none = () => null;

/** IHDR is the first chunk (RFC 2083, 4.1.1). */
const png = (view: DataView): PictureSize => ({ width: view.getUint32(16), height: view.getUint32(20) });

/** In the header of the frame, which is before the first scan (ITU T.81, B.2.2). */
function jpeg(view: DataView): PictureSize | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null;
    const code = view.getUint8(at + 1);
    if (code === 0xff) at += 1;
    else if (isFrame(code)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    else if (code === 0xda || code === 0xd9) return null;
    else at += 2 + view.getUint16(at + 2);
  }
}

// SOF0 to SOF15, but for DHT, JPG and DAC among them.
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;

/** The first chunk is the picture, or what says how it is put together (RFC 9649, 2.5 to 2.7). */
function webp(view: DataView): PictureSize | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)));
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
  }
  if (kind !== 'VP8X') return null;
  const side = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return { width: side(24), height: side(27) };
}

const sizes = new Map<string, (view: DataView) => PictureSize | null>([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', webp],
]);
