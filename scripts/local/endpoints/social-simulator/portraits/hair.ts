import { type Colour, ink, mixed, white } from './colours.ts';
import type { Layer } from './layer.ts';
import { above, both, box, circle, ellipse, mirrored, outline, type Shape, union, without } from './shapes.ts';

interface Head {
  readonly rx: number;
  readonly ry: number;
  readonly hair: Colour;
  readonly skin: Colour;
  readonly cloth: Colour;
}

interface Hair {
  /** Behind the shoulders. */
  readonly back: readonly Layer[];
  /** Before the face. */
  readonly front: readonly Layer[];
}

/** The hair or the hat of a head, by a random byte. */
export function hairOf(byte: number, head: Head): Hair {
  const style = styles[byte % styles.length] ?? short;
  return style(head, (byte >> 4) % 2 === 0);
}

type Style = (head: Head, isLeft: boolean) => Hair;

/** The skull with hair of some thickness, down to a height. */
const cap = ({ rx, ry }: Head, thickness: number, until: number): Shape =>
  both(ellipse(0.5, 0.44, rx + thickness, ry + thickness), above(until));

const forehead = ({ rx, ry }: Head, shift = 0, drop = 0): Shape =>
  ellipse(0.5 + shift, 0.52 + drop, rx * 1.02, ry * 0.98);

const short: Style = (head) => ({
  back: [],
  front: [{ shape: without(cap(head, 0.022, 0.43), forehead(head)), colour: head.hair }],
});

const swept: Style = (head, isLeft) => ({
  back: [],
  front: [
    { shape: without(cap(head, 0.03, 0.42), forehead(head, isLeft ? 0.05 : -0.05, 0.012)), colour: head.hair },
    { shape: both(ellipse(0.5 + (isLeft ? -0.03 : 0.03), 0.262, 0.135, 0.062), above(0.31)), colour: head.hair },
  ],
});

const bob: Style = (head, isLeft) => ({
  back: [
    {
      shape: union(ellipse(0.5, 0.43, head.rx + 0.06, head.ry + 0.05), box(0.5, 0.53, head.rx + 0.06, 0.12, 0.05)),
      colour: mixed(head.hair, ink, 0.2),
    },
  ],
  front: [
    { shape: without(cap(head, 0.04, 0.45), forehead(head, isLeft ? 0.035 : -0.035, 0.01)), colour: head.hair },
    { shape: mirrored(box(0.5 - head.rx - 0.018, 0.5, 0.03, 0.13, 0.03)), colour: head.hair },
  ],
});

const long: Style = (head, isLeft) => ({
  back: [
    {
      shape: union(ellipse(0.5, 0.42, head.rx + 0.06, head.ry + 0.04), box(0.5, 0.62, head.rx + 0.075, 0.22, 0.09)),
      colour: mixed(head.hair, ink, 0.2),
    },
  ],
  front: [
    { shape: without(cap(head, 0.035, 0.46), forehead(head, isLeft ? 0.04 : -0.04, 0.02)), colour: head.hair },
    { shape: mirrored(box(0.5 - head.rx - 0.02, 0.58, 0.034, 0.2, 0.034)), colour: head.hair },
  ],
});

const fringe: Style = (head) => ({
  ...long(head, true),
  front: [
    { shape: without(cap(head, 0.035, 0.46), ellipse(0.5, 0.56, head.rx * 0.98, head.ry * 0.92)), colour: head.hair },
    { shape: mirrored(box(0.5 - head.rx - 0.02, 0.56, 0.034, 0.18, 0.034)), colour: head.hair },
  ],
});

const bun: Style = (head) => ({
  back: [],
  front: [
    { shape: circle(0.5, 0.19, 0.075), colour: mixed(head.hair, ink, 0.15) },
    { shape: without(cap(head, 0.02, 0.43), forehead(head, 0, 0.005)), colour: head.hair },
  ],
});

const curls: Style = (head) => {
  const around = [-1.35, -1, -0.66, -0.33, 0, 0.33, 0.66, 1, 1.35].map((angle) =>
    circle(0.5 + Math.sin(angle) * (head.rx + 0.03), 0.4 - Math.cos(angle) * (head.ry - 0.02), 0.068),
  );
  const ring = union(...around, cap(head, 0.02, 0.36));
  return {
    back: [
      { shape: union(ring, ellipse(0.5, 0.4, head.rx + 0.07, head.ry + 0.01)), colour: mixed(head.hair, ink, 0.22) },
    ],
    front: [{ shape: both(without(ring, forehead(head, 0, 0.005)), above(0.47)), colour: head.hair }],
  };
};

const cropped: Style = (head) => ({
  back: [],
  front: [
    { shape: without(cap(head, 0.006, 0.41), forehead(head, 0, -0.005)), colour: mixed(head.hair, head.skin, 0.3) },
  ],
});

const beanie: Style = (head) => {
  const knit = mixed(head.cloth, white, 0.12);
  return {
    back: [],
    front: [
      { shape: without(cap(head, 0.015, 0.43), forehead(head)), colour: head.hair },
      { shape: cap(head, 0.04, 0.34), colour: knit },
      { shape: box(0.5, 0.338, head.rx + 0.03, 0.036, 0.03), colour: mixed(head.cloth, ink, 0.16) },
      { shape: circle(0.5, 0.185, 0.038), colour: mixed(head.cloth, white, 0.45) },
    ],
  };
};

const headphones: Style = (head, isLeft) => {
  const band = both(outline(ellipse(0.5, 0.43, head.rx + 0.045, head.ry + 0.04), 0.026), above(0.43));
  const { back, front } = isLeft ? swept(head, isLeft) : short(head, isLeft);
  return {
    back,
    front: [
      ...front,
      { shape: band, colour: [52, 54, 66] },
      { shape: mirrored(box(0.5 - head.rx - 0.03, 0.465, 0.034, 0.062, 0.03)), colour: [52, 54, 66] },
      { shape: mirrored(box(0.5 - head.rx - 0.04, 0.465, 0.016, 0.04, 0.014)), colour: mixed(head.cloth, white, 0.2) },
    ],
  };
};

const styles: readonly Style[] = [
  short,
  long,
  swept,
  bob,
  curls,
  bun,
  fringe,
  headphones,
  cropped,
  beanie,
  swept,
  long,
];
