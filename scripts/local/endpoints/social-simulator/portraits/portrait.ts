import { type Colour, frames, hairs, ink, mixed, settings, skins, white } from './colours.ts';
import { hairOf } from './hair.ts';
import type { Layer } from './layer.ts';
import { above, below, both, box, circle, ellipse, enlarged, mirrored, outline, type Shape, union } from './shapes.ts';

export interface Portrait {
  readonly ground: Colour;
  /** From back to front. */
  readonly layers: readonly Layer[];
}

/** The drawing of a person whose features follow from random bytes. */
export function portraitOf(digest: Uint8Array): Portrait {
  const pick = <T>(place: number, choices: readonly [T, ...T[]] | readonly T[]): T => chosen(digest, place, choices);
  const chance = (place: number, percent: number) => (digest[place] ?? 0) < percent * 2.56;
  const { ground, halo, cloth } = pick(0, settings);
  const skin = pick(1, skins);
  const hair = pick(2, skins.indexOf(skin) < 4 ? hairs : hairs.slice(0, 3));
  const head = { rx: 0.158 + (digest[3] ?? 0) / 20_000, ry: 0.2 + (digest[4] ?? 0) / 17_000 };
  const { back, front } = hairOf(digest[5] ?? 0, { ...head, hair, skin, cloth });
  const layers: readonly Layer[] = [
    ...back,
    ...bodyOf(pick(6, ['CREW', 'HOOD', 'SHIRT']), cloth, skin),
    { shape: mirrored(ellipse(0.5 - head.rx, 0.465, 0.026, 0.036)), colour: mixed(skin, ink, 0.08) },
    ...(chance(7, 25) ? [{ shape: mirrored(circle(0.5 - head.rx - 0.008, 0.508, 0.012)), colour: gold }] : []),
    { shape: ellipse(0.5, 0.44, head.rx, head.ry), colour: skin },
    ...faceOf(digest, skin, hair),
    ...front,
    ...(chance(8, 28) ? glasses(pick(9, frames), chance(10, 50)) : []),
  ];
  return {
    ground,
    layers: [
      { shape: circle(0.5, 0.5, 0.44), colour: halo },
      ...layers.map((layer) => ({ ...layer, shape: enlarged(layer.shape, 1.2) })),
    ],
  };
}

const gold: Colour = [226, 178, 76];

function bodyOf(kind: string, cloth: Colour, skin: Colour): Layer[] {
  const shade = mixed(cloth, ink, 0.18);
  const shoulders = { shape: union(ellipse(0.5, 1.06, 0.37, 0.31), box(0.5, 1.1, 0.34, 0.2, 0.1)), colour: cloth };
  const neck = { shape: box(0.5, 0.69, 0.068, 0.13, 0.05), colour: skin };
  const shadow = {
    shape: both(box(0.5, 0.69, 0.068, 0.13, 0.05), ellipse(0.5, 0.5, 0.16, 0.19)),
    colour: mixed(skin, ink, 0.2),
  };
  if (kind === 'HOOD')
    return [
      { shape: ellipse(0.5, 0.8, 0.2, 0.1), colour: shade },
      shoulders,
      { shape: ellipse(0.5, 0.8, 0.15, 0.065), colour: shade },
      neck,
      shadow,
      { shape: mirrored(box(0.452, 0.91, 0.006, 0.05, 0.006)), colour: mixed(cloth, white, 0.75) },
    ];
  if (kind === 'SHIRT')
    return [
      shoulders,
      neck,
      shadow,
      {
        shape: mirrored(turned(box(0.437, 0.815, 0.052, 0.03, 0.012), 0.437, 0.815, 0.62)),
        colour: mixed(cloth, white, 0.82),
      },
      { shape: box(0.5, 0.94, 0.004, 0.07, 0.004), colour: shade },
    ];
  return [
    shoulders,
    { shape: ellipse(0.5, 0.785, 0.1, 0.05), colour: shade },
    neck,
    shadow,
    { shape: ellipse(0.5, 0.772, 0.078, 0.036), colour: skin },
  ];
}

/** The shape turned around a point, clockwise. */
const turned =
  (shape: Shape, cx: number, cy: number, angle: number): Shape =>
  (x, y) => {
    const [px, py] = [x - cx, y - cy];
    return shape(cx + px * Math.cos(angle) + py * Math.sin(angle), cy - px * Math.sin(angle) + py * Math.cos(angle));
  };

function faceOf(digest: Uint8Array, skin: Colour, hair: Colour): Layer[] {
  const apart = 0.062 + (digest[11] ?? 0) / 30_000;
  const tilt = ((digest[12] ?? 0) - 128) / 900;
  const brow = turned(box(0.5 - apart, 0.402, 0.03, 0.0065, 0.006), 0.5 - apart, 0.402, tilt);
  return [
    { shape: mirrored(ellipse(0.5 - apart - 0.03, 0.525, 0.032, 0.022)), colour: [232, 92, 92], opacity: 0.16 },
    { shape: mirrored(ellipse(0.5 - apart, 0.452, 0.0135, 0.0175)), colour: ink },
    { shape: mirrored(circle(0.5 - apart - 0.004, 0.446, 0.004)), colour: white, opacity: 0.9 },
    { shape: mirrored(brow), colour: mixed(hair, ink, 0.35) },
    { shape: both(outline(ellipse(0.5, 0.49, 0.02, 0.016), 0.008), below(0.492)), colour: mixed(skin, ink, 0.28) },
    ...mouthOf((digest[13] ?? 0) % 3, skin),
  ];
}

function mouthOf(kind: number, skin: Colour): Layer[] {
  const lip = mixed(skin, [150, 40, 50], 0.55);
  const smile = both(outline(ellipse(0.5, 0.535, 0.05, 0.036), 0.01), below(0.548));
  if (kind === 0) return [{ shape: smile, colour: lip }];
  if (kind === 1)
    return [
      { shape: both(ellipse(0.5, 0.545, 0.046, 0.04), below(0.545)), colour: [122, 36, 44] },
      { shape: both(ellipse(0.5, 0.545, 0.04, 0.034), below(0.545), above(0.557)), colour: white },
    ];
  return [{ shape: both(outline(ellipse(0.5, 0.548, 0.036, 0.02), 0.01), below(0.553)), colour: lip }];
}

function glasses(colour: Colour, isRound: boolean): Layer[] {
  const lens = isRound ? circle(0.433, 0.455, 0.044) : box(0.432, 0.456, 0.047, 0.036, 0.016);
  const line = union(
    mirrored(outline(lens, 0.009)),
    both(outline(ellipse(0.5, 0.456, 0.022, 0.014), 0.009), above(0.452)),
  );
  return [
    { shape: mirrored(lens), colour: white, opacity: 0.14 },
    { shape: line, colour },
  ];
}

function chosen<T>(digest: Uint8Array, place: number, choices: readonly T[]): T {
  const found = choices[(digest[place] ?? 0) % choices.length];
  if (found === undefined) throw new Error('there is nothing to choose from');
  return found;
}
