import { describe, expect, test } from 'vitest';
import { channelAtUrl, channelOfAccount, channelOfHandle } from '../../../functions/creators/channels/channel-url.ts';
import { channelUrlLength } from '../../../schema/creators/channels.ts';
import { type Platform, platforms } from '../../../schema/shared/enums.ts';
import { fc } from '../../support/fast-check.ts';
import { hostileUrls } from '../../support/hostile-urls.ts';

const id = 'UCabcdefghijklmnopqrstu_';

/** Accepted values: the sent URL, the handle, and the stored URL. */
const accepted: Readonly<Record<Platform, readonly (readonly [sent: string, handle: string, canonical: string])[]>> = {
  TWITCH: [
    ['https://www.twitch.tv/mika_plays', 'mika_plays', 'https://www.twitch.tv/mika_plays'],
    ['https://twitch.tv/Mika_Plays', 'mika_plays', 'https://www.twitch.tv/mika_plays'],
    ['https://m.twitch.tv/mika_plays/?tt_medium=mobile#about', 'mika_plays', 'https://www.twitch.tv/mika_plays'],
    ['HTTPS://WWW.TWITCH.TV/MIKA', 'mika', 'https://www.twitch.tv/mika'],
    ['https://twitch.tv/4ever', '4ever', 'https://www.twitch.tv/4ever'],
    ...['videos', 'about/', 'schedule?vodID=1', 'clips?range=7d', 'home'].map(
      (tab) => [`https://www.twitch.tv/Mika/${tab}`, 'mika', 'https://www.twitch.tv/mika'] as const,
    ),
  ],
  KICK: [
    ['https://kick.com/mika-plays', 'mika-plays', 'https://kick.com/mika-plays'],
    ['https://www.kick.com/Mika_Plays/', 'mika_plays', 'https://kick.com/mika_plays'],
  ],
  YOUTUBE: [
    ['https://www.youtube.com/@Mika.Plays', 'mika.plays', 'https://www.youtube.com/@mika.plays'],
    ['https://youtube.com/@mika-plays?si=AbC%20d', 'mika-plays', 'https://www.youtube.com/@mika-plays'],
    ['https://m.youtube.com/@mika', 'mika', 'https://www.youtube.com/@mika'],
    [`https://www.youtube.com/channel/${id}`, id, `https://www.youtube.com/channel/${id}`],
    [`https://youtube.com/channel/${id}/`, id, `https://www.youtube.com/channel/${id}`],
    ['https://www.youtube.com/c/MikaPlays', 'mikaplays', 'https://www.youtube.com/c/mikaplays'],
    ['https://www.youtube.com/user/MikaPlays', 'mikaplays', 'https://www.youtube.com/user/mikaplays'],
    ['https://www.youtube.com/@Mika/videos', 'mika', 'https://www.youtube.com/@mika'],
    ['https://www.youtube.com/%40Mika', 'mika', 'https://www.youtube.com/@mika'],
    ['https://m.youtube.com/%40mika/videos?si=a', 'mika', 'https://www.youtube.com/@mika'],
    ['https://m.youtube.com/@mika/shorts/?si=a', 'mika', 'https://www.youtube.com/@mika'],
    [`https://www.youtube.com/channel/${id}/streams`, id, `https://www.youtube.com/channel/${id}`],
    ['https://www.youtube.com/c/MikaPlays/about', 'mikaplays', 'https://www.youtube.com/c/mikaplays'],
    ['https://www.youtube.com/user/MikaPlays/playlists', 'mikaplays', 'https://www.youtube.com/user/mikaplays'],
    ['https://www.youtube.com/@videos', 'videos', 'https://www.youtube.com/@videos'],
    ['https://www.youtube.com/user/videos', 'videos', 'https://www.youtube.com/user/videos'],
    ['https://www.youtube.com/c/live', 'live', 'https://www.youtube.com/c/live'],
    ['https://www.youtube.com/c/live/videos', 'live', 'https://www.youtube.com/c/live'],
  ],
  TIKTOK: [
    ['https://www.tiktok.com/@mika.plays', 'mika.plays', 'https://www.tiktok.com/@mika.plays'],
    ['https://tiktok.com/@Mika_1/', 'mika_1', 'https://www.tiktok.com/@mika_1'],
    ['https://www.tiktok.com/%40mika', 'mika', 'https://www.tiktok.com/@mika'],
    ['https://m.tiktok.com/@mika?lang=en', 'mika', 'https://www.tiktok.com/@mika'],
  ],
  INSTAGRAM: [
    ['https://www.instagram.com/mika.plays/', 'mika.plays', 'https://www.instagram.com/mika.plays'],
    ['https://instagram.com/Mika_?igsh=abc', 'mika_', 'https://www.instagram.com/mika_'],
    ['https://m.instagram.com/a', 'a', 'https://www.instagram.com/a'],
  ],
  X: [
    ['https://x.com/Mika_Plays', 'mika_plays', 'https://x.com/mika_plays'],
    ['https://www.x.com/mika', 'mika', 'https://x.com/mika'],
    ['https://mobile.x.com/mika', 'mika', 'https://x.com/mika'],
    ['https://twitter.com/mika?s=20', 'mika', 'https://x.com/mika'],
    ['https://www.twitter.com/mika', 'mika', 'https://x.com/mika'],
    ['https://mobile.twitter.com/mika/', 'mika', 'https://x.com/mika'],
  ],
};

/** Pages that belong to no channel, and invalid names. */
const refused: Readonly<Record<Platform, string>> = {
  TWITCH:
    'www.twitch.tv/directory www.twitch.tv/videos/1 twitch.tv/settings twitch.tv/popout/mika/chat clips.twitch.tv/mika ' +
    'twitch.tv/mika/other twitch.tv/mika/clip/abcdef twitch.tv/directory/videos twitch.tv/videos/about twitch.tv/mika/videos/x twitch.tv/%40mika twitch.tv/@mika twitch.tv/a twitch.tv/mika-plays twitch.tv/mika.plays twitch.tv/_mika ' +
    'twitch.tv/Directory twitch.tv/aaaaaaaaaaaaaaaaaaaaaaaaaa player.twitch.tv/?channel=mika',
  KICK: 'kick.com/browse kick.com/video/1 kick.com/mika/clips m.kick.com/mika kick.com/@mika kick.com/mika.plays kick.com/-mika',
  YOUTUBE:
    'www.youtube.com/mika www.youtube.com/watch?v=abc youtu.be/abc www.youtube.com/@mi www.youtube.com/@ www.youtube.com/shorts/abc ' +
    'www.youtube.com/channel/mika www.youtube.com/channel/UCshort www.youtube.com/c/ www.youtube.com/c www.youtube.com/user/ ' +
    'www.youtube.com/@mika/other www.youtube.com/@mika/videos/x www.youtube.com/videos www.youtube.com/c/videos/x music.youtube.com/@mika youtube-nocookie.com/@mika ' +
    'www.youtube.com/@.mika www.youtube.com/@@mika www.youtube.com/%40%40mika www.youtube.com/%2540mika www.youtube.com/c/%40mika www.youtube.com/%6dika www.youtube.com/channel/ucabcdefghijklmnopqrstu_ www.youtube.co/@mika',
  TIKTOK:
    'www.tiktok.com/mika vm.tiktok.com/abc www.tiktok.com/@mika/video/1 www.tiktok.com/@m www.tiktok.com/@mika. www.tiktok.com/@ ' +
    'www.tiktok.com/discover www.tiktok.com/@mika-plays www.tiktok.com/@@mika',
  INSTAGRAM:
    'www.instagram.com/p/abc www.instagram.com/p www.instagram.com/reel/abc www.instagram.com/stories/mika/1 www.instagram.com/Explore ' +
    'www.instagram.com/accounts www.instagram.com/mika..plays www.instagram.com/.mika www.instagram.com/mika. instagr.am/mika ' +
    'www.instagram.com/@mika www.instagram.com/mika-plays www.instagram.com/mika/reels',
  X:
    'x.com/i/lists/1 x.com/i x.com/home x.com/Home x.com/intent/user x.com/search?q=a x.com/mika/status/1 x.com/mika.plays ' +
    'x.com/aaaaaaaaaaaaaaaa t.co/abc x.com/@mika twitter.co/mika m.twitter.com/mika x.co/mika xx.com/mika x.com/hashtag/a',
};

const partsOf = (url: string): [host: string, path: string] => {
  const [, host = '', path = ''] = /^https:\/\/([^/]+)(\/.*)$/.exec(url) ?? [];
  return [host, path];
};

describe.each([...platforms])('the URL of a channel on %s', (platform) => {
  test.each(accepted[platform])('%s gives %s at %s', (sent, handle, canonicalUrl) => {
    expect(channelAtUrl(platform, sent)).toEqual({ handle, canonicalUrl });
    expect(channelAtUrl(platform, canonicalUrl)).toEqual({ handle, canonicalUrl });
    expect(new URL(canonicalUrl).href).toBe(canonicalUrl);
  });

  test.each(refused[platform].split(' '))('https://%s is refused', (url) =>
    expect(channelAtUrl(platform, `https://${url}`)).toBeNull(),
  );

  test('is refused in every hostile form', () => {
    const canonical = accepted[platform].map(([, , url]) => partsOf(url));
    const hostile = canonical.flatMap(([host, path]) => hostileUrls(host, path));
    expect(hostile.length).toBeGreaterThan(150);
    expect(hostile.filter((url) => channelAtUrl(platform, url) !== null)).toEqual([]);
  });

  test('is refused on every other platform', () => {
    for (const other of platforms.filter((name) => name !== platform))
      for (const [sent] of accepted[other]) expect(channelAtUrl(platform, sent), sent).toBeNull();
  });

  test('is parsed equally by every URL parser', () => {
    const hosts = new Set(accepted[platform].map(([sent]) => new URL(sent).hostname));
    const [start = ''] = accepted[platform].map(([sent]) => sent);
    const blow = fc.oneof(
      fc.constantFrom(...'/ \\ @ : . % # ? [ ] \t \n 。 ａ %2e .. // ; & аκı\u212a'.split(' '), ' ', '\u0000'),
      fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)),
    );
    const struck = fc
      .tuple(fc.nat(start.length), fc.nat(3), blow)
      .map(([at, length, text]) => start.slice(0, at) + text + start.slice(at + length));
    fc.assert(
      fc.property(struck, (url) => {
        const found = channelAtUrl(platform, url);
        if (!found) return true;
        const { protocol, hostname, port, username, password, pathname } = new URL(url);
        const path = pathname.replace(/\/$/, '').toLowerCase();
        return (
          [protocol, port, username, password].join() === 'https:,,,' &&
          hosts.has(hostname) &&
          path === new URL(found.canonicalUrl).pathname.toLowerCase() &&
          found.canonicalUrl.length <= channelUrlLength
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a handle alone', () => {
  test.each([
    ['TWITCH', 'Mika_Plays', 'https://www.twitch.tv/mika_plays'],
    ['TWITCH', '@mika', 'https://www.twitch.tv/mika'],
    ['KICK', '@Mika-Plays', 'https://kick.com/mika-plays'],
  ] as const)('gives on %s for %s the URL %s', (platform, handle, canonicalUrl) =>
    expect(channelOfHandle(platform, handle)?.canonicalUrl).toBe(canonicalUrl),
  );

  const wrong =
    '@ @@mika mika/plays mika? mika# mika%20 ../mika . .. directory Directory settings a мika mikа mi\u212aa mika\u200b ｍika ' +
    'https://www.twitch.tv/mika twitch.tv/mika mika:443 mika@kick mi\\ka mika. -mika <b>';
  test.each([...wrong.split(' '), '', ' ', 'mika ', ' mika', 'mi ka', 'mika\n', 'mika\u0000', 'm'.repeat(26)])(
    '"%s" is refused',
    (handle) => expect(channelOfHandle('TWITCH', handle)).toBeNull(),
  );
});

describe('the URL of an account', () => {
  test.each([
    ['YOUTUBE', '@Mika.Plays', id, 'mika.plays', 'https://www.youtube.com/@mika.plays'],
    ['YOUTUBE', '@미카', id, '미카', `https://www.youtube.com/channel/${id}`],
    ['TIKTOK', 'Mika', null, 'mika', 'https://www.tiktok.com/@mika'],
    ['X', 'mika', '17', 'mika', 'https://x.com/mika'],
  ] as const)('exists on %s for %s', (platform, handle, externalId, shown, canonicalUrl) =>
    expect(channelOfAccount({ platform, handle, externalId })).toEqual({ handle: shown, canonicalUrl }),
  );

  test.each([
    ['YOUTUBE', '@미카', null],
    ['YOUTUBE', '@미카', 'UC/../evil'],
    ['TWITCH', '미카', '17'],
  ] as const)('is missing on %s for %s with the id %s', (platform, handle, externalId) =>
    expect(channelOfAccount({ platform, handle, externalId })).toBeNull(),
  );
});

test('the id of a YouTube channel in place of a handle is its id, and with an @ it is a handle', () => {
  expect(channelOfHandle('YOUTUBE', id)).toEqual({ handle: id, canonicalUrl: `https://www.youtube.com/channel/${id}` });
  expect(channelOfHandle('YOUTUBE', `@${id}`)?.canonicalUrl).toBe(`https://www.youtube.com/@${id.toLowerCase()}`);
  expect(channelOfHandle('TIKTOK', id)?.handle).toBe(id.toLowerCase());
});
