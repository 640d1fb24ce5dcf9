import { expect, test } from 'vitest';
import { keyedYoutube } from '../../../support/social/keyed-youtube.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const apiKey = 'a-key';
const { body } = fidelity.videos;
const id = '7lCDEYXw3mM';

test("YouTube's answer for the example video of its documentation gives the reading of the video", async () => {
  const recorded = await serveRecorded({ '/youtube/v3/videos': { body } });
  const posts = keyedYoutube(`${recorded.url}/youtube/v3`, apiKey).posts([id], 'APP');
  expect((await posts.finally(() => recorded.stop())).get(id)).toEqual({
    ownerExternalId: 'UC_x5XG1OV2P6uZZ5FSM9Ttw',
    publishedAt: new Date('2012-06-20T22:45:24.000Z'),
    visibility: 'PUBLIC',
    mediaType: 'VIDEO',
    title: 'Google I/O 101: Q&A On Using Google APIs',
    coverUrl: 'https://i.ytimg.com/vi/7lCDEYXw3mM/default.jpg',
    durationSeconds: 951,
    hashtags: [],
    counts: { views: 3_057, likes: 25, comments: 12, saves: 'NOT_OFFERED', shares: 'NOT_OFFERED' },
  });
});
