import type { OwnPostView } from '../../../../../schema/campaigns/posts.ts';
import type { Money } from '../../../../../schema/shared/money.ts';
import { reasonWords } from '../../../ui/report/words.ts';
import type { StatusTone } from '../../frame/status.tsx';

export const postTones: Readonly<Record<OwnPostView['status'], StatusTone>> = {
  ON_MODERATION: 'open',
  ACCEPTED: 'good',
  REJECTED: 'bad',
  UNAVAILABLE: 'bad',
};

/** Why the views of a post are not known. */
export const noViews = ({ reasons }: Pick<OwnPostView, 'reasons'>): string =>
  reasons.views === undefined ? 'not measured yet' : reasonWords[reasons.views];

export const rejectionWords: Readonly<Record<NonNullable<OwnPostView['reason']>, string>> = {
  DUPLICATE: 'It repeats another post.',
  OUT_OF_WINDOW: 'It was published outside the time of the campaign.',
  CRITERIA_NOT_MET: 'It does not meet the requirements.',
  NON_ORGANIC_VIEWS: 'Its views are not organic.',
  OTHER: 'For another reason.',
  CAMPAIGN_ENDED: 'The campaign ended before it could be accepted.',
  WITHDRAWN: 'You have withdrawn it.',
};

export const flagWords: Readonly<Record<OwnPostView['flags'][number]['flag'], string>> = {
  VIEWS_FELL: 'Views fell',
  LIKES_FELL: 'Likes fell',
  COMMENTS_FELL: 'Comments fell',
  VIEWS_JUMPED: 'Views jumped',
  FEW_LIKES: 'Few likes for its views',
  MANY_LIKES: 'Many likes for its views',
};

/** What a post has earned and was not paid yet. */
export const unpaidOf = ({ earned, paid }: Pick<OwnPostView, 'earned' | 'paid'>): Money => ({
  ...earned,
  raw: String(BigInt(earned.raw) - BigInt(paid.raw)),
});

/** When the rest is paid. */
export const payTime = 'once a UTC day, and at the end of the campaign';
