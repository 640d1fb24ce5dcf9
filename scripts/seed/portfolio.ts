import type { apiOf } from './api.ts';
import { hills, plate } from './scenes.ts';
import { uploadFile } from './upload-file.ts';

interface SeededPicture {
  /** Null: the page names the picture by its place. */
  readonly caption: string | null;
  draw(): Buffer;
}

/** The pictures of the creators who have a portfolio, by handle. */
const portfolios: Readonly<Record<string, readonly SeededPicture[]>> = {
  mayarivers: [
    {
      caption: 'The first morning on a new farm',
      draw: () => hills('#f3c9a5', '#fff1cf', ['#c98f6b', '#a86f52', '#6f8f4e'], 0.34),
    },
    {
      caption: 'Midday, painted for the stream of a farm game',
      draw: () => hills('#a9d3e8', '#fff7d6', ['#8fb88a', '#6d9f6b', '#4f7f46'], 0.22),
    },
    {
      caption: 'Harvest week',
      draw: () => hills('#f0b36b', '#ffe3a3', ['#b8743f', '#96592f', '#c79a3c'], 0.4),
    },
    {
      caption: 'Moonlight, the last stream of the year',
      draw: () => hills('#26324f', '#e8ecf5', ['#33426a', '#29375a', '#1f2b45'], 0.26),
    },
    { caption: null, draw: () => hills('#d8d3e6', '#fbf6ff', ['#a79bc4', '#8a7cae', '#6e7f86'], 0.3) },
  ],
  giuliacooks: [
    { caption: 'Gnocchi with sage', draw: () => plate('#6b4a36', '#e9e2d2', '#e8c878', '#5f7f4a', 11) },
    { caption: 'Ravioli with tomatoes', draw: () => plate('#3f5560', '#f1ece1', '#d8694a', '#4f7a3f', 9) },
    {
      caption: 'Pesto from Liguria, the way my grandmother made it',
      draw: () => plate('#d9cbb2', '#ffffff', '#8fae52', '#3f6b34', 13),
    },
    { caption: 'Polpette on a Sunday', draw: () => plate('#7d2f2a', '#efe6d8', '#8a5236', '#6f8f4e', 7) },
  ],
};

/** Adds the pictures of a creator who has none yet. */
export async function showPortfolio(api: ReturnType<typeof apiOf>, handle: string): Promise<void> {
  const path = '/influencer-profile/portfolio';
  const pictures = portfolios[handle] ?? [];
  const known = (await api.get<unknown[]>(path)).length;
  for (const { caption, draw } of pictures.slice(known)) {
    const uploadId = await uploadFile(api, `${path}/uploads`, {
      name: 'picture.png',
      type: 'image/png',
      bytes: draw(),
    });
    await api.post(path, { uploadId, caption });
  }
}
