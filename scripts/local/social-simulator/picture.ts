import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** A PNG (RFC 2083) of a disc on another colour, both by the name. */
export function pictureOf(name: string, size = 240): Buffer {
  const digest = createHash('sha256').update(name).digest();
  const [ground, disc] = [digest.subarray(0, 3), digest.subarray(3, 6)];
  const isInside = (x: number, y: number) => Math.hypot(x - size / 2, y - size / 2) < size * 0.32;
  const lineLength = 1 + size * 3; // each line begins with its filter, which is none
  const lines = Buffer.alloc(size * lineLength);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) lines.set(isInside(x, y) ? disc : ground, y * lineLength + 1 + x * 3);
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
