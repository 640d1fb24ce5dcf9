import { rgb } from '../local/endpoints/social-simulator/portraits/colours.ts';
import type { Layer } from '../local/endpoints/social-simulator/portraits/layer.ts';
import { pngOf } from '../local/endpoints/social-simulator/portraits/picture.ts';
import { box, circle, ellipse, type Shape, union } from '../local/endpoints/social-simulator/portraits/shapes.ts';

const side = 480;

const layer = (shape: Shape, hex: string, opacity = 1): Layer => ({ shape, colour: rgb(hex), opacity });

/** A tree on hills, with the sun or the moon; the colours from the back to the front. */
export function hills(sky: string, light: string, land: readonly [string, string, string], height: number): Buffer {
  const [far, near, ground] = land;
  const rows = Array.from({ length: 5 }, (_, row) => ellipse(0.5, 1.35 + row * 0.07, 1.1, 0.42));
  return pngOf(
    {
      ground: rgb(sky),
      layers: [
        layer(circle(0.68, height, 0.17), light, 0.25),
        layer(circle(0.68, height, 0.11), light),
        layer(union(ellipse(0.15, 0.86, 0.5, 0.34), ellipse(0.85, 0.9, 0.5, 0.32)), far),
        layer(union(ellipse(0.4, 0.98, 0.6, 0.32), ellipse(0.98, 1, 0.4, 0.36)), near),
        ...rows.map((row, index) => layer(row, ground, 0.45 + index * 0.1)),
        layer(box(0.24, 0.7, 0.009, 0.08, 0.006), far),
        layer(union(ellipse(0.24, 0.58, 0.075, 0.09), circle(0.28, 0.62, 0.05)), ground),
      ],
    },
    side,
  );
}

/** A plate on a table, seen from above. */
export function plate(table: string, rim: string, food: string, herbs: string, pieces: number): Buffer {
  const around = (index: number, radius: number): [number, number] => {
    const turn = (index / pieces) * 2 * Math.PI + radius;
    return [0.48 + radius * Math.cos(turn), 0.5 + radius * Math.sin(turn)];
  };
  const places = Array.from({ length: pieces }, (_, index) => around(index, index % 2 === 0 ? 0.13 : 0.07));
  return pngOf(
    {
      ground: rgb(table),
      layers: [
        layer(circle(0.5, 0.53, 0.37), '#000000', 0.12),
        layer(circle(0.48, 0.5, 0.36), rim),
        layer(circle(0.48, 0.5, 0.27), '#fffdf8'),
        ...places.map(([x, y]) => layer(ellipse(x, y, 0.075, 0.06), food, 0.92)),
        ...places.map(([x, y]) => layer(circle(x + 0.02, y - 0.02, 0.014), herbs)),
        layer(union(box(0.91, 0.5, 0.012, 0.3, 0.012), box(0.91, 0.25, 0.03, 0.07, 0.02)), '#d9d4ca'),
      ],
    },
    side,
  );
}
