export type Colour = readonly [red: number, green: number, blue: number];

/** Backgrounds with the colours of clothes that suit them. */
export const settings = [
  { ground: '#f6d9c4', halo: '#fbe9dc', cloth: '#2f5d62' },
  { ground: '#cfe3f5', halo: '#e3effa', cloth: '#e07a5f' },
  { ground: '#d8ead2', halo: '#e9f4e5', cloth: '#3d405b' },
  { ground: '#e5daf3', halo: '#f0e9f9', cloth: '#f2b84b' },
  { ground: '#fbe3a6', halo: '#fdf0cd', cloth: '#3a6ea5' },
  { ground: '#f5cfd3', halo: '#fae3e5', cloth: '#5b4b8a' },
  { ground: '#c9e4de', halo: '#e0f1ed', cloth: '#d1495b' },
  { ground: '#d6dbe6', halo: '#e8ebf2', cloth: '#1f7a8c' },
  { ground: '#f0d5b0', halo: '#f8e8d0', cloth: '#6b8f71' },
  { ground: '#bcd4e6', halo: '#d6e5f0', cloth: '#22333b' },
  { ground: '#f4b6a0', halo: '#f9d3c6', cloth: '#f7f3ea' },
  { ground: '#9fb8ad', halo: '#bccec6', cloth: '#f4d06f' },
].map(({ ground, halo, cloth }) => ({ ground: rgb(ground), halo: rgb(halo), cloth: rgb(cloth) }));

export const skins = ['#f7d7c4', '#f0c3a3', '#e0a982', '#c98a62', '#a66a45', '#875639', '#70452f'].map(rgb);
/** The darkest first: darker skins have one of the first three. */
export const hairs = [
  '#2a211d',
  '#1d1b22',
  '#4a3026',
  '#6e4630',
  '#9a6239',
  '#c98d4f',
  '#e3c07c',
  '#8c8c90',
  '#a3452c',
].map(rgb);
export const frames = ['#2b2b30', '#6b3e26', '#b5793c', '#35506b'].map(rgb);
export const white: Colour = [255, 255, 255];
export const ink: Colour = [38, 30, 30];

export const mixed = (from: Colour, to: Colour, share: number): Colour => {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
};

/** A colour such as #f6d9c4. */
export function rgb(hex: string): Colour {
  const part = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [part(1), part(3), part(5)];
}
