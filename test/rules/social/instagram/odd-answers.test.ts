import { describe, expect, test } from 'vitest';
import type { MediaIds } from '../../../../functions/platform/social/social-platform.ts';
import { failureOf } from '../../../support/social/failure-of.ts';
import { answeredPlatforms, answeredWith, noAnswers as none, ownId } from '../../../support/social/odd-answers.ts';

describe('a post of Instagram', () => {
  const platform = answeredPlatforms.Instagram ?? expect.fail();
  const timestamp = '2026-05-01T10:00:00+0000';
  const listed = (shortcode: string) => ({
    data: [{ id: '31', permalink: `https://www.instagram.com/p/${shortcode}/`, timestamp }],
  });
  const read = (shortcode: string, texts: Readonly<Record<string, string>>, known?: MediaIds) =>
    answeredWith(platform, texts, (adapter) => adapter.posts([shortcode], platform.by, known));

  test.each(Object.entries(none))('is not gone when the list of its account is %s', async (_, text) => {
    expect((await failureOf(read('LISTEDNEVER', { '/me/media': text }))).kind).toBe('SILENT');
  });

  test('the post is gone when the list has only others, and as many as the profile counts', async () => {
    const profile = JSON.stringify({ user_id: ownId, username: 'a', media_count: 1 });
    const readings = await read('DELETEDPOST', { '/me/media': JSON.stringify(listed('ANOTHERPOST')), '/me': profile });
    expect(readings.get('DELETEDPOST')).toBe('GONE');
  });

  describe('a media id that is known', () => {
    const known = new Map([['NOLONGERTHERE', '31']]);
    const others = { '/me/media': JSON.stringify(listed('ANOTHERPOST')) };

    test('the post is read although the list lacks it', async () => {
      const own = { '/31': { id: '31', media_type: 'VIDEO', timestamp }, '/31/insights': { data: [] } };
      const texts = Object.fromEntries(Object.entries(own).map(([path, body]) => [path, JSON.stringify(body)]));
      const readings = await read('NOLONGERTHERE', { ...others, ...texts }, known);
      expect(readings.get('NOLONGERTHERE')).toMatchObject({ mediaId: '31' });
    });

    test.each([
      [400, { error: { code: 100, error_subcode: 33 } }, 'GONE'],
      [400, { error: { code: 100 } }, 'DECLINED'],
      [500, { error: { code: 2 } }, 'SILENT'],
    ])('the post has with status %i and %j the outcome %s, whatever the list has', async (status, body, outcome) => {
      const reading = answeredWith(
        platform,
        { '/31': JSON.stringify(body) },
        (adapter) => adapter.posts(['NOLONGERTHERE'], platform.by, known),
        status,
      );
      if (outcome === 'GONE') expect((await reading).get('NOLONGERTHERE')).toBe('GONE');
      else expect((await failureOf(reading)).kind).toBe(outcome);
    });
  });

  const next = 'https://graph.instagram.com/v25.0/5551/media';
  test.each([
    ['has an item without permalink', { data: [...listed('ANOTHERPOST').data, { id: '32', timestamp }] }],
    ['has only items without permalink', { data: [{ id: '32', timestamp }] }],
    [
      'has an address of no known form',
      { data: [{ id: '32', timestamp, permalink: 'https://instagram.com/share/1' }] },
    ],
    ['has a next page without paging cursors', { ...listed('ANOTHERPOST'), paging: { next } }],
    ['has a next page without its cursor', { ...listed('ANOTHERPOST'), paging: { next, cursors: {} } }],
    ['repeats a cursor', { ...listed('ANOTHERPOST'), paging: { next, cursors: { after: 'A' } } }],
    ['has only others and its profile counts more', listed('ANOTHERPOST'), { media_count: 2 }],
    ['has only others and its profile counts nothing', listed('ANOTHERPOST'), {}],
    ['is empty and its profile counts posts', { data: [] }, { media_count: 12 }],
    ['is empty and its profile counts nothing', { data: [] }, {}],
    ['is empty and the profile is of another account', { data: [] }, { media_count: 0, user_id: '777' }],
  ])('is not gone when the list of its account %s', async (_, list, counted = {}) => {
    const profile = { user_id: ownId, username: 'a', ...counted };
    const texts = { '/me/media': JSON.stringify(list), '/me': JSON.stringify(profile) };
    expect((await failureOf(read('LISTEDNEVER', texts))).kind).toBe('SILENT');
  });

  test('the post is gone when the list is empty and the profile counts no posts', async () => {
    const profile = JSON.stringify({ user_id: ownId, username: 'a', media_count: 0 });
    const readings = await read('DELETEDPOST', { '/me/media': '{"data":[]}', '/me': profile });
    expect(readings.get('DELETEDPOST')).toBe('GONE');
  });

  test('the post is read although another item of the list has no permalink', async () => {
    const list = { data: [{ id: '32', timestamp }, ...listed('THISONEREAD').data] };
    const own = { id: '31', media_type: 'VIDEO', timestamp };
    const texts = { '/me/media': list, '/31': own, '/31/insights': { data: [] } };
    const readings = await read(
      'THISONEREAD',
      Object.fromEntries(Object.entries(texts).map(([path, body]) => [path, JSON.stringify(body)])),
    );
    expect(readings.get('THISONEREAD')).toMatchObject({ mediaId: '31' });
  });

  const other = { id: '32', media_type: 'VIDEO', timestamp };
  test.each([...Object.entries(none), ['another post', JSON.stringify(other)] as const])(
    'has no reading when its own answer is %s',
    async (_, text) => {
      const texts = { '/me/media': JSON.stringify(listed('ONEOFTHEIRS')), '/31': text };
      expect((await failureOf(read('ONEOFTHEIRS', texts))).kind).toBe('SILENT');
    },
  );
});
