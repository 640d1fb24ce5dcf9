import type { SettlementView, StaffCaseView } from '../../../../schema/placements/disputes.ts';
import { workTextLengths } from '../../../../schema/placements/work-terms.ts';
import { priceOf } from '../../ui/format.ts';
import { Form } from '../../ui/forms/form.tsx';
import { ChoiceField, Hidden, TextArea } from '../../ui/forms/inputs.tsx';
import type { View } from '../page.ts';

interface Props {
  readonly found: StaffCaseView;
  readonly settlement: SettlementView;
  readonly view: View;
}

/** The decision: release, refund, or a split whose exact amounts are shown before. */
export const Resolve = ({ found, settlement, view }: Props) => {
  const of = view.form('resolve');
  return (
    <section class="card panel" aria-labelledby="decide">
      <h2 id="decide">Decide</h2>
      <form method="get" action={view.path} class="form" data-live="settlement">
        <div class="input">
          <label for="share">Share of the creator in a split</label>
          <input
            id="share"
            type="range"
            name="share"
            min="0"
            max="10000"
            step="100"
            value={String(settlement.creatorShareBps)}
          />
        </div>
        <button type="submit" class="secondary">
          Show the amounts
        </button>
      </form>
      <div id="settlement" class="part" aria-live="polite">
        <div class="totals">
          <div>
            <span>Creator, {settlement.creatorShareBps / 100} %</span>
            <span>{priceOf(settlement.creator)}</span>
          </div>
          <div>
            <span>Platform</span>
            <span>{priceOf(settlement.platform)}</span>
          </div>
          <div>
            <span>Back to the advertiser</span>
            <span>{priceOf(settlement.advertiser)}</span>
          </div>
        </div>
      </div>
      <div class="part">
        <Form of={of} submit="Resolve the dispute" isDangerous>
          <div id="settlement-share">
            <Hidden name="creatorShareBps" value={settlement.creatorShareBps} />
          </div>
          <ChoiceField
            of={of}
            name="outcome"
            label="Outcome"
            isSingle
            choices={[
              { value: 'RELEASE', label: 'Release', hint: `The creator gets ${priceOf(found.amounts.net)}.` },
              { value: 'REFUND', label: 'Refund', hint: `The advertiser gets ${priceOf(found.amounts.total)} back.` },
              { value: 'SPLIT', label: 'Split', hint: 'The amounts above are paid.' },
            ]}
          />
          <TextArea
            of={of}
            name="note"
            label="Reason"
            hint="Both parties read it. The decision is final."
            maxLength={workTextLengths.resolutionNoteLength}
          />
        </Form>
      </div>
    </section>
  );
};
