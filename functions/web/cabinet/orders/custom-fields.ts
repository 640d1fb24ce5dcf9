import { cents, instant, integer, percentBps, text } from '../../ui/forms/field-kinds.ts';
import type { FieldKinds } from '../../ui/forms/read-fields.ts';
import { rightsOf } from '../rights/rights-text.ts';

/** The fields of a custom offer. */
export const offerFields: FieldKinds = {
  creatorPublicId: text,
  priceCents: cents,
  expectedEndAt: instant,
  quantity: integer,
  discountBps: percentBps,
  brief: text,
  rights: text,
  'results.*.expectedAt': instant,
  'results.*.description': text,
};

/** What the interface takes for custom offers today: files, delivered in private. */
const fixed = { origin: 'CUSTOM', serviceType: 'UGC', proofModes: ['PRIVATE_FILE'] };

export const offerBody = ({ rights, discountBps = 0, ...given }: Readonly<Record<string, unknown>>): unknown => ({
  ...{ results: [], ...given, ...fixed, discountBps },
  rights: rightsOf(String(rights ?? '')),
});
