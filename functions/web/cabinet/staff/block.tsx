import { Form } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/inputs.tsx';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import type { View } from '../page.ts';
import { OfOthers } from './of-others.tsx';

interface BlockState {
  readonly blockedAt: string | null;
  readonly blockReason: string | null;
}

interface Props {
  readonly state: BlockState;
  /** What is blocked, in words: "channel". */
  readonly what: string;
  /** What a block changes at once. */
  readonly explanation: string;
  /** The user who owns it. */
  readonly ownerId: number;
  /** Who reads the reason. */
  readonly reader?: string;
  readonly view: View;
  /** The id of the object, on a page with several. */
  readonly of?: string;
}

/** The body of the operation for each form of a block. */
export const blockBody = ({ reason }: Readonly<Record<string, unknown>>) => ({ blocked: true, reason });
export const unblockBody = () => ({ blocked: false });

/** The forms `block` and `unblock` of a page. */
export const BlockForms = (props: Props) => (
  <OfOthers owners={[props.ownerId]} view={props.view}>
    <Forms {...props} />
  </OfOthers>
);

const onlyStaff = 'Only staff reads it. The audit log keeps it.';

const Forms = ({ state, what, explanation, reader = onlyStaff, view, of }: Props) => {
  const [block, unblock] = [view.form('block', of), view.form('unblock', of)];
  const isBlocked = state.blockedAt !== null;
  return (
    <div class="facts-actions">
      {isBlocked && (
        <Confirm
          of={unblock}
          label="Unblock"
          question={`Unblock this ${what}?`}
          explanation={`It is usable and visible again within a second.${what === 'channel' ? ' If its account was sold or deleted meanwhile, the channel is removed instead.' : ''}`}
          tone="action"
        >
          <Form of={unblock} submit={`Unblock the ${what}`} />
        </Confirm>
      )}
      <Confirm
        of={block}
        label={isBlocked ? 'Change the reason' : `Block the ${what}`}
        question={isBlocked ? `Change the reason of the block?` : `Block this ${what}?`}
        explanation={isBlocked ? 'The start of the block does not change.' : explanation}
        tone={isBlocked ? 'plain' : 'danger'}
      >
        <Form of={block} submit={isBlocked ? 'Change the reason' : `Block the ${what}`} isDangerous={!isBlocked}>
          <TextArea
            of={block}
            name="reason"
            label="Reason"
            hint={reader}
            stored={state.blockReason}
            maxLength={1_000}
          />
        </Form>
      </Confirm>
    </div>
  );
};

/** Since when and why staff has blocked something. */
export const BlockFacts = ({ state: { blockedAt, blockReason } }: { readonly state: BlockState }) =>
  blockedAt !== null && (
    <dl class="facts-list">
      <dt>Blocked</dt>
      <dd>
        <Time at={blockedAt} />
      </dd>
      <dt>Reason</dt>
      <dd class="prose" dir="auto">
        {blockReason ?? 'none'}
      </dd>
    </dl>
  );
