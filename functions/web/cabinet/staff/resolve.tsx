import type { Child } from 'hono/jsx';
import type { SettlementView, StaffCaseView } from '../../../../schema/placements/disputes.ts';
import { workTextLengths } from '../../../../schema/placements/work-terms.ts';
import { type Money, usdt } from '../../../../schema/shared/money.ts';
import { priceOf } from '../../ui/format.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Hidden, TextArea } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { inWords } from '../frame/status.tsx';
import { Totals } from '../frame/totals.tsx';
import type { View } from '../page.ts';

interface Props {
  readonly found: StaffCaseView;
  readonly settlement: SettlementView;
  readonly view: View;
}

/** The decision: release, refund, or a split. Each shows exactly what it pays, and asks before it does. */
export const Resolve = ({ found: { amounts, eventsTotal }, settlement, view }: Props) => {
  const nothing = usdt(0n);
  const fees = usdt(BigInt(amounts.total.raw) - BigInt(amounts.net.raw));
  const released = { creator: amounts.net, platform: fees, advertiser: nothing };
  const refunded = { creator: nothing, platform: nothing, advertiser: amounts.total };
  const share = `${settlement.creatorShareBps / 100} %`;
  return (
    <>
      <section class="card panel stack" aria-labelledby="release">
        <h2 id="release">Release</h2>
        <p>The creator gets the price less the Castline fee, as after an approval.</p>
        <Payouts {...released} />
        <Decision view={view} eventsRead={eventsTotal} outcome="RELEASE" submit="Pay the creator">
          <Payouts {...released} />
        </Decision>
      </section>
      <section class="card panel stack" aria-labelledby="refund">
        <h2 id="refund">Refund</h2>
        <p>The advertiser gets the whole reserved amount back.</p>
        <Payouts {...refunded} />
        <Decision view={view} eventsRead={eventsTotal} outcome="REFUND" submit="Refund the advertiser">
          <Payouts {...refunded} />
        </Decision>
      </section>
      <section class="card panel stack" aria-labelledby="split">
        <h2 id="split">Split</h2>
        <form method="get" action={view.path} class="form" data-live="settlement">
          <div class="input">
            <label for="share">Share of the creator</label>
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
        <div id="settlement" aria-live="polite">
          <Payouts {...settlement} share={share} />
        </div>
        <Decision view={view} eventsRead={eventsTotal} outcome="SPLIT" submit="Pay both as shown">
          <div id="settlement-share">
            <Hidden name="creatorShareBps" value={settlement.creatorShareBps} />
            <Payouts {...settlement} share={share} />
          </div>
        </Decision>
      </section>
    </>
  );
};

interface DecisionProps extends Pick<Props, 'view'> {
  readonly outcome: keyof typeof questions;
  readonly submit: string;
  /** The events of the case that the page shows. */
  readonly eventsRead: number;
  /** What it pays. */
  readonly children: Child;
}

const questions = {
  RELEASE: 'Pay the creator as shown?',
  REFUND: 'Refund the advertiser as shown?',
  SPLIT: 'Divide the reserved amount as shown?',
} as const;

const Decision = ({ view, outcome, submit, eventsRead, children }: DecisionProps) => {
  const of = view.form('resolve', outcome);
  return (
    <Confirm
      of={of}
      label={inWords(outcome)}
      question={questions[outcome]}
      explanation="The decision is final. Both parties read the reason."
    >
      <Form of={of} submit={submit} isDangerous>
        <Hidden name="outcome" value={outcome} />
        <Hidden name="eventsRead" value={eventsRead} />
        {children}
        <TextArea of={of} name="note" label="Reason" maxLength={workTextLengths.resolutionNoteLength} />
      </Form>
    </Confirm>
  );
};

interface PayoutsProps extends Readonly<Record<'creator' | 'platform' | 'advertiser', Money>> {
  readonly share?: string;
}

/** What a decision pays to each side. */
export const Payouts = ({ creator, platform, advertiser, share }: PayoutsProps) => (
  <Totals
    lines={[
      [share === undefined ? 'Creator' : `Creator, ${share}`, priceOf(creator)],
      ['Castline fee', priceOf(platform)],
      ['Back to the advertiser', priceOf(advertiser)],
    ]}
  />
);
