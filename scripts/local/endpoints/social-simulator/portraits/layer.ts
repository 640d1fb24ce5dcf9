import type { Colour } from './colours.ts';
import type { Shape } from './shapes.ts';

/** A shape in one colour. */
export interface Layer {
  readonly shape: Shape;
  readonly colour: Colour;
  /** From 0 to 1. */
  readonly opacity?: number;
}
