import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Colour } from './colours.ts';
import type { Layer } from './layer.ts';
import { portraitOf } from './portrait.ts';

/** A PNG of a drawn person, who depends on the name alone. */
export const pictureOf = (name: string, size = 256): Buffer =>
  pngOf(portraitOf(createHash('sha256').update(name).digest()), size);

interface Drawing {
  readonly ground: Colour;
  /** The last one is in front. */
  readonly layers: readonly Layer[];
}

/** A square PNG (RFC 2083). */
export function pngOf({ ground, layers }: Drawing, size: number): Buffer {
  const pixels = new Float32Array(size * size * 3).map((_, at) => ground[at % 3] ?? 0);
  for (const layer of layers) paint(pixels, size, layer);
  const lineLength = 1 + size * 3; // each line begins with its filter, which is none
  const lines = Buffer.alloc(size * lineLength);
  for (let y = 0; y < size; y++)
    lines.set(Uint8ClampedArray.from(pixels.subarray(y * size * 3, (y + 1) * size * 3)), y * lineLength + 1);
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

/** The side of a square whose pixels are skipped when the shape is far away. */
const tile = 16;

function paint(pixels: Float32Array, size: number, layer: Layer): void {
  // The distances are estimates, so a shape counts as near somewhat earlier.
  const near = (tile / size) * 1.2;
  for (let top = 0; top < size; top += tile)
    for (let left = 0; left < size; left += tile)
      if (layer.shape((left + tile / 2) / size, (top + tile / 2) / size) < near)
        paintTile(pixels, size, layer, left, top);
}

/** A pixel at an edge gets a share of the colour, so that edges are smooth. */
function paintTile(
  pixels: Float32Array,
  size: number,
  { shape, colour, opacity = 1 }: Layer,
  left: number,
  top: number,
) {
  for (let y = top; y < Math.min(top + tile, size); y++)
    for (let x = left; x < Math.min(left + tile, size); x++) {
      const share = Math.min(1, 0.5 - shape((x + 0.5) / size, (y + 0.5) / size) * size) * opacity;
      if (share <= 0) continue;
      const at = (y * size + x) * 3;
      for (const part of [0, 1, 2] as const) {
        const under = pixels[at + part] ?? 0;
        pixels[at + part] = under + (colour[part] - under) * share;
      }
    }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
