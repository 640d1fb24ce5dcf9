import type { OverviewView } from '../../../../schema/overview/overview.ts';
import type { Role } from '../../../../schema/shared/enums.ts';

type Steps = OverviewView['steps'];

interface Step {
  readonly isDone: boolean;
  readonly href: string;
  readonly what: string;
  readonly why: string;
}

/** The first steps of a creator and of an advertiser, until all are done. */
export const FirstSteps = ({ steps, roles }: { readonly steps: Steps; readonly roles: readonly Role[] }) => (
  <>
    {roles.includes('CREATOR') && <List title="Your first steps as a creator" steps={asCreator(steps)} />}
    {roles.includes('ADVERTISER') && <List title="Your first steps as an advertiser" steps={asAdvertiser(steps)} />}
  </>
);

const asCreator = (steps: Steps): readonly Step[] => [
  {
    isDone: steps.hasProfile,
    href: '/cabinet/page',
    what: 'Write your profile',
    why: 'Your name, your topics and what you do.',
  },
  {
    isDone: steps.hasChannel,
    href: '/cabinet/channels',
    what: 'Add a channel',
    why: 'Where your work appears. Proving that it is yours is optional.',
  },
  {
    isDone: steps.hasService,
    href: '/cabinet/channels',
    what: 'Set your prices',
    why: 'At least one service with usage terms.',
  },
  {
    isDone: steps.isPublished,
    href: '/cabinet/page',
    what: 'Publish your page',
    why: 'The catalog lists you at once.',
  },
];

const asAdvertiser = (steps: Steps): readonly Step[] => [
  {
    isDone: steps.hasFunds,
    href: '/cabinet/wallet',
    what: 'Deposit funds',
    why: 'Send a transfer to Castline. Our staff adds it to your balance.',
  },
  {
    isDone: steps.hasOrder,
    href: '/creators',
    what: 'Find a creator and order',
    why: 'Prices are public, and a quote fixes them.',
  },
  {
    isDone: steps.hasCampaign,
    href: '/cabinet/campaigns',
    what: 'Or run a campaign',
    why: 'Many creators post, and you pay by view or by post.',
  },
];

const List = ({ title, steps }: { readonly title: string; readonly steps: readonly Step[] }) => {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <section class="part">
      <div class="part-head">
        <h2>{title}</h2>
        <span class="quiet small">
          {done} of {steps.length} done
        </span>
      </div>
      <ol class="card rows steps">
        {steps.map((step) => (
          <li class={step.isDone ? 'is-done' : ''}>
            <span class="step-sign" aria-hidden="true">
              {step.isDone ? '✓' : ''}
            </span>
            <span>
              {step.isDone ? (
                <span>
                  {step.what} <span class="unseen">(done)</span>
                </span>
              ) : (
                <a class="main" href={step.href}>
                  {step.what}
                </a>
              )}
              {step === next && <span class="quiet small under-step">{step.why}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};
