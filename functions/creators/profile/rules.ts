import { maxAddresses } from '../../../schema/creators/creators.ts';
import type { PageAction, PageStatus } from '../../../schema/shared/enums.ts';
import { invalid, invalidState, limitReached, Refusal } from '../../../schema/shared/errors.ts';

export type Move = 'generate' | 'publish' | 'unpublish';

/** The transitions of a page: one that is not listed does not exist. */
export const life: Readonly<Record<PageStatus, Partial<Readonly<Record<Move, PageStatus>>>>> = {
  NONE: { generate: 'PREVIEW', publish: 'PUBLISHED' },
  PREVIEW: { generate: 'PREVIEW', publish: 'PUBLISHED' },
  PUBLISHED: { generate: 'PUBLISHED', publish: 'PUBLISHED', unpublish: 'UNPUBLISHED' },
  UNPUBLISHED: { generate: 'PREVIEW', publish: 'PUBLISHED' },
};

/** The actions of the owner. `submit` publishes or generates. */
export const allowedActions = (status: PageStatus): PageAction[] =>
  (Object.keys(life[status]) as Move[]).flatMap((move) => (move === 'generate' ? ['generate', 'submit'] : [move]));

export function afterMove(move: Move, { status }: { readonly status: PageStatus }): PageStatus {
  const to = life[status][move];
  if (to === undefined) throw invalidState(status, allowedActions(status));
  return to;
}

export function refuseNameless({ displayName }: { readonly displayName: string }): void {
  if (displayName === '') throw invalid('displayName', 'is required to publish the page');
}

/** Refuses a name that another creator has or had, and one more than a creator may have had. */
export function refuseAddress({ isOwn, names }: AddressFacts): void {
  if (isOwn === true) return;
  if (isOwn === false)
    throw new Refusal('INVALID_STATE', 'This address belongs to another creator. Choose another one.', {
      status: 'ADDRESS_TAKEN',
      allowedActions: [],
    });
  if (names >= maxAddresses)
    throw limitReached(`A creator has at most ${maxAddresses} addresses in all. Choose one that you had before.`);
}

interface AddressFacts {
  /** The caller has the name or had it before; false: another creator; null: nobody. */
  readonly isOwn: boolean | null;
  /** How many names the caller has had. */
  readonly names: number;
}
