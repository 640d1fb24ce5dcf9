import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A PNG (RFC 2083) of a sun before a sky, with colours and a height that depend on the name. */
export function pictureOf(name: string, size = 240): Buffer {
  const [hue = 0, step = 0, height = 0, side = 0] = createHash('sha256').update(name).digest();
  const top = colour(hue * 1.41, 0.55, 0.42);
  const bottom = colour(hue * 1.41 + 40 + step / 4, 0.65, 0.7);
  const sun = colour(hue * 1.41 + 70 + step / 4, 0.9, 0.88);
  const centre = { x: size * (0.35 + side / 850), y: size * (0.4 + height / 850) };
  const lineLength = 1 + size * 3; // each line begins with its filter, which is none
  const lines = Buffer.alloc(size * lineLength);
  for (let y = 0; y < size; y++) {
    const sky = mixed(top, bottom, y / size);
    for (let x = 0; x < size; x++) {
      const isSun = Math.hypot(x - centre.x, y - centre.y) < size * 0.22;
      lines.set(isSun ? mixed(sun, sky, 0.1) : sky, y * lineLength + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8); // eight bits each of red, green and blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}

type Colour = readonly [red: number, green: number, blue: number];

/** From hue in degrees, saturation and lightness (CSS Color 4, 7.1). */
function colour(hue: number, saturation: number, lightness: number): Colour {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const amplitude = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

const mixed = (from: Colour, to: Colour, share: number): Colour => {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
};
