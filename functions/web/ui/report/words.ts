import type { FactoryPostFlag } from '../../../../schema/factories/factory-terms.ts';
import type { metricReasons } from '../../../../schema/metrics/metric-rules.ts';

export type Reason = (typeof metricReasons)[number];

/** The reason for an unknown value, in two words. */
export const shortReasons: Readonly<Record<Reason, string>> = {
  HIDDEN: 'not public',
  UNAVAILABLE: 'unavailable',
  WITHHELD: 'withheld',
  NOT_GRANTED: 'not connected',
  NOT_OFFERED: 'not offered',
};

/** The same reasons in full, for one value or several. */
export const reasonWords: Readonly<Record<Reason, string>> = {
  HIDDEN: 'hidden by the publisher',
  UNAVAILABLE: 'not shown by the platform now',
  WITHHELD: "withheld by the terms of the platform or by the account's owner",
  NOT_GRANTED: 'not given without a connection of the account',
  NOT_OFFERED: 'not stated by the platform',
};

export const flagWords: Readonly<Record<FactoryPostFlag, string>> = {
  VIEWS_FELL: 'Views fell',
  LIKES_FELL: 'Likes fell',
  COMMENTS_FELL: 'Comments fell',
  SAVES_FELL: 'Saves fell',
  VIEWS_JUMPED: 'Views jumped',
  GONE: 'No longer shown at the platform',
};

/** An engagement rate: "9.37 %" */
export const rateOf = (rate: number): string => `${rate.toFixed(2)}\u00a0%`;

/** 3,725 seconds are "1:02:05". */
export function lengthOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, ...rest] = parts;
  const shown = hours > 0 ? parts : rest;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
