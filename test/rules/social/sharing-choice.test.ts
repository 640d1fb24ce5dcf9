import { expect, test } from 'vitest';
import { choiceOfSignIn } from '../../../functions/social-accounts/rules.ts';

const at = (minute: number) => `2026-11-24T12:0${minute}:00.000Z`;
const begun = (sharingVersion: string | null) => ({ sharingVersion, begunAt: new Date(at(2)) });
const now = new Date(at(5));
const given = { sharingVersion: '2026-12', sharedAt: at(1) };
const none = { sharingVersion: null, sharedAt: null };

test.each([
  ['of a first connection', null],
  ['after an older consent', { ...given, sharingChosenAt: at(1) }],
  ['after an older withdrawal', { ...none, sharingChosenAt: at(1) }],
  ['after a choice whose time is unknown', { ...none, sharingChosenAt: null }],
  ['after an older consent whose time of choice is unknown', { ...given, sharingChosenAt: null }],
] as const)('a sign-in %s stores its own choice', (_, grant) => {
  const sharingChosenAt = new Date(at(2));
  expect(choiceOfSignIn(begun('2026-11'), grant, now)).toEqual({
    ...{ isNew: true, sharingVersion: '2026-11', sharedAt: now, sharingChosenAt },
  });
  expect(choiceOfSignIn(begun(null), grant, now)).toEqual({ isNew: true, ...none, sharingChosenAt });
});

test.each([
  ['a consent', { ...given, sharedAt: at(3), sharingChosenAt: at(3) }],
  ['a withdrawal', { ...none, sharingChosenAt: at(3) }],
  ['a consent whose time of choice is unknown', { ...given, sharedAt: at(3), sharingChosenAt: null }],
] as const)('a sign-in keeps %s that is newer than its page', (_, grant) => {
  const kept = {
    isNew: false,
    sharingVersion: grant.sharingVersion,
    sharedAt: grant.sharedAt && new Date(grant.sharedAt),
    sharingChosenAt: new Date(at(3)),
  };
  for (const version of ['2026-11', null]) expect(choiceOfSignIn(begun(version), grant, now)).toEqual(kept);
});
