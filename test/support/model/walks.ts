import { type Command, passing, requesting, working } from './commands.ts';
import type { ModelRequest } from './requests.ts';

const usual: Omit<ModelRequest, 'by' | 'what'> = {
  item: 0,
  off: 0,
  position: 0,
  decision: 'accept',
  proposal: 'newest',
  dueInDays: 30,
  outcome: 'RELEASE',
  shareBps: 2_500,
  url: 'post',
  copies: 1,
  isOldKey: false,
};

const advertiser = (what: ModelRequest['what'], more: Partial<ModelRequest> = {}) =>
  requesting({ ...usual, ...more, by: 'ADVERTISER', what });
const creator = (what: ModelRequest['what'], more: Partial<ModelRequest> = {}) =>
  requesting({ ...usual, ...more, by: 'CREATOR', what });
const resolved = (outcome: ModelRequest['outcome']) => advertiser('resolve', { outcome });

const longAgo = passing(0, 0, 1);
const soon = passing(0, 1, 3);
const now = passing(0, 2, 1);
const runOut = [passing(0, 0, 1), working(3)];

const accepted = creator('accept');
const submitted = [accepted, creator('deliver'), creator('submit')];
const sentBack = [...submitted, advertiser('request-changes')];
const disputed = [accepted, advertiser('issues')];

/** Fixed sequences of one assignment each, which together take every allowed transition that random ones could miss. */
export const walks: readonly (readonly Command[])[] = [
  [creator('decline')],
  [advertiser('cancel')],
  runOut,
  [accepted, creator('cancel')],
  [accepted, advertiser('cancel'), creator('decide', { decision: 'decline' }), longAgo, advertiser('cancel')],
  [accepted, advertiser('cancel'), creator('decide')],
  [accepted, soon, now, creator('change-proposals'), advertiser('decide'), creator('deliver'), creator('submit')],
  [accepted, advertiser('change-proposals'), advertiser('decide', { decision: 'withdraw' }), creator('issues')],
  [...submitted, ...runOut],
  [...submitted, creator('issues'), resolved('REFUND')],
  [...sentBack, creator('submit'), advertiser('approve')],
  [...sentBack, creator('cancel')],
  [...sentBack, longAgo, advertiser('cancel')],
  [...sentBack, advertiser('issues'), resolved('SPLIT')],
  [...sentBack, advertiser('cancel'), creator('decide')],
  [...sentBack, creator('change-proposals'), advertiser('decide')],
  [...disputed, creator('statements'), advertiser('statements'), resolved('RELEASE')],
];

/** What the walks reach: each state, each allowed transition, and each expired window. */
export const everything: readonly string[] = [
  ...['PENDING accept ACCEPTED', 'PENDING decline DECLINED', 'PENDING cancel CANCELLED', 'EXPIRED'],
  ...['ACCEPTED deliver ACCEPTED', 'ACCEPTED submit SUBMITTED', 'ACCEPTED issues DISPUTED'],
  ...['ACCEPTED cancel ACCEPTED', 'ACCEPTED cancel CANCELLED', 'ACCEPTED change-proposals ACCEPTED'],
  ...['ACCEPTED decide ACCEPTED', 'ACCEPTED decide CANCELLED'],
  ...['SUBMITTED approve APPROVED', 'SUBMITTED request-changes CHANGES_REQUESTED', 'SUBMITTED issues DISPUTED'],
  ...['CHANGES_REQUESTED submit SUBMITTED', 'CHANGES_REQUESTED cancel CANCELLED', 'CHANGES_REQUESTED issues DISPUTED'],
  ...['CHANGES_REQUESTED cancel CHANGES_REQUESTED', 'CHANGES_REQUESTED change-proposals CHANGES_REQUESTED'],
  ...['CHANGES_REQUESTED decide CHANGES_REQUESTED', 'CHANGES_REQUESTED decide CANCELLED'],
  ...[
    'DISPUTED statements DISPUTED',
    'DISPUTED resolve APPROVED',
    'DISPUTED resolve CANCELLED',
    'DISPUTED resolve RESOLVED',
  ],
  ...['acceptance', 'approval', 'deadline, long ago', 'deadline, soon', 'deadline, now'],
];
