import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import {
  cents,
  instant,
  integer,
  type Kind,
  list,
  names,
  nullableText,
  several,
  text,
} from '../../ui/forms/field-kinds.ts';
import type { FieldKinds } from '../../ui/forms/read-fields.ts';

/** Null instead of an absent value: it removes what was stored. */
const orNull =
  (kind: Kind): Kind =>
  (texts) =>
    kind(texts) ?? null;

/** The fields of the terms of a campaign. */
export const termFields: FieldKinds = {
  title: text,
  brief: text,
  platforms: several,
  'payment.model': text,
  'payment.cpmCents': cents,
  'payment.rewardCents': cents,
  maxPerPostCents: orNull(cents),
  budgetCents: cents,
  'requirements.minSeconds': orNull(integer),
  'requirements.hashtags': names,
  'requirements.mentions': names,
  'requirements.languages': list,
  'requirements.notes': nullableText,
  endsAt: orNull(instant),
};

type Given = Readonly<Record<string, unknown>>;

/** The body without the amounts of the other kind of pay, whose fields are hidden. */
export function withOnePay(given: Given): Given {
  const payment = asGiven(given.payment);
  if (payment === null) return given;
  const { cpmCents, rewardCents, ...rest } = payment;
  return rest.model === 'FIXED'
    ? { ...given, payment: { ...rest, rewardCents }, maxPerPostCents: null }
    : { ...given, payment: { ...rest, cpmCents } };
}

/** The changes of a campaign. An end that was not edited is not sent: the field has no seconds. */
export function changesIn({ storedEndsAt, ...given }: Given): Given {
  const { endsAt, ...others } = withOnePay(given);
  const isSame = typeof storedEndsAt === 'string' && endsAt === toMinute(storedEndsAt);
  return endsAt === undefined || isSame ? others : { ...others, endsAt };
}

const toMinute = (at: string): string | null => (at === '' ? null : `${at.slice(0, 16)}:00.000Z`);

const asGiven = (value: unknown): Given | null =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null;

/** Cents as they are typed: 12500 are "125.00". */
export const typedCents = (raw: string): string =>
  `${raw.padStart(3, '0').slice(0, -2)}.${raw.padStart(3, '0').slice(-2)}`;

export type Terms = Pick<
  CampaignView,
  ('title' | 'brief' | 'platforms' | 'payment' | 'maxPerPost') | ('budget' | 'requirements' | 'endsAt')
>;
