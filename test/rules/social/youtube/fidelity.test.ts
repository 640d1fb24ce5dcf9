import { describe, expect, test } from 'vitest';
import { keyedYoutube } from '../../../support/social/keyed-youtube.ts';
import { ownSimulator } from '../../../support/social/own-simulator.ts';
import { serveRecorded } from '../../../support/social/recorded.ts';
import { undocumentedIn } from '../../../support/social/shape-of.ts';
import fidelity from './fidelity.json' with { type: 'json' };

const apiKey = 'a-key';
const { simulated } = await ownSimulator('YOUTUBE', { youtubeKey: apiKey });
const { body } = fidelity.videos;
const id = '7lCDEYXw3mM';

describe("YouTube's answer for the example video of its documentation", () => {
  test('gives the reading of the video', async () => {
    const recorded = await serveRecorded({ '/youtube/v3/videos': { body } });
    const posts = keyedYoutube(`${recorded.url}/youtube/v3`, apiKey).posts([id], 'APP');
    expect((await posts.finally(() => recorded.stop())).get(id)).toEqual({
      ownerExternalId: 'UC_x5XG1OV2P6uZZ5FSM9Ttw',
      publishedAt: new Date('2012-06-20T23:12:38.000Z'),
      visibility: 'PUBLIC',
      mediaType: 'VIDEO',
      title: 'Google I/O 101: Q&A On Using Google APIs',
      coverUrl: 'https://i.ytimg.com/vi/7lCDEYXw3mM/hqdefault.jpg',
      durationSeconds: 951,
      hashtags: [],
      counts: { views: 8_413, likes: 46, comments: 3, saves: 'NOT_OFFERED', shares: 'NOT_OFFERED' },
    });
  });

  test('has every field of the simulator with the same type', async () => {
    const query = new URLSearchParams({ key: apiKey, id, part: 'snippet,contentDetails,status,statistics' });
    const answer = await fetch(`${simulated.url}/youtube/v3/videos?${query}`);
    expect(answer.status).toBe(200);
    const simulatedAnswer = await answer.json();
    expect(simulatedAnswer).toMatchObject({ items: [{ statistics: { viewCount: expect.any(String) } }] });
    expect(undocumentedIn(simulatedAnswer, body)).toEqual([]);
  });
});
