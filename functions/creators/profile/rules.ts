import type { PageAction, PageStatus } from '../../../schema/shared/enums.ts';
import { invalid, invalidState } from '../../../schema/shared/errors.ts';

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
