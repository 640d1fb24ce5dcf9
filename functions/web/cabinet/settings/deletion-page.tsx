import { CheckDeletion, DeleteMe } from '../../../../schema/identity/account-deletion.ts';
import type { DeletionObstacle } from '../../../../schema/identity/deletion-terms.ts';
import type { Role } from '../../../../schema/shared/enums.ts';
import type { Kind } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import type { FormState } from '../../ui/forms/form-state.ts';
import { TextField } from '../../ui/forms/inputs.tsx';
import { Heading } from '../frame/frame.tsx';
import { mayOpen } from '../frame/navigation.ts';
import { form, page, type View } from '../page.ts';
import { SettingsTabs } from './tabs.tsx';

const word = 'delete';

/** The typed word becomes the confirmation. The API refuses any other text. */
const confirmation: Kind = (texts) => {
  const typed = texts.at(-1)?.trim() ?? '';
  return typed.toLowerCase() === word ? true : typed;
};

/** The issue names the word instead of the value that the API expects. */
const worded = (of: FormState): FormState => ({
  ...of,
  error: (name) => of.error(name) && `Type the word “${word}”`,
});

export default page({
  load: async (api) => (await api.read(CheckDeletion)).data,
  forms: {
    delete: form(DeleteMe, { fields: { confirm: confirmation }, done: () => '/sign-in?deleted' }),
  },
  render({ obstacles, kept }, view) {
    const of = worded(view.form('delete'));
    return {
      title: 'Delete your account',
      content: (
        <>
          <Heading title="Settings" />
          <SettingsTabs path="/cabinet/settings/security" />
          <section class="part card panel stack" aria-labelledby="gone">
            <h2 id="gone">Delete your account</h2>
            {obstacles.length === 0 ? (
              <p>You cannot undo this.</p>
            ) : (
              <Obstacles obstacles={obstacles} of={of} view={view} />
            )}
            <h3>When you delete the account, Castline deletes at once</h3>
            <ul class="plain-list">
              <li>Your sign-in: all sessions and API keys end within a second.</li>
              <li>Your email address: you can create a new account with it.</li>
              <li>Your name: others see “deleted user {view.user.userId}”.</li>
              <li>Your page and its prices, your webhooks, and emails that were not sent yet.</li>
              <li>Your credits for factories. They are not refunded.</li>
            </ul>
            <h3>Castline deletes within 24 hours</h3>
            <ul class="plain-list">
              <li>Your profile, contacts and pictures.</li>
              <li>Your social accounts. We also ask the platforms to end their connections.</li>
              <li>Your factories with their accounts, measurements and share links.</li>
              <li>
                Drafts of orders and campaigns, custom offers that were never ordered, notes and tracking links of
                campaigns, the texts of emails, and files that you never delivered as a result.
              </li>
            </ul>
            <h3>Castline keeps</h3>
            <ul class="plain-list">
              {kept.map(({ what, why }) => (
                <li>
                  {what}. {why}
                </li>
              ))}
            </ul>
            {obstacles.length === 0 && (
              <Form of={of} submit="Delete my account" isDangerous>
                <TextField of={of} name="confirm" label={`Type the word “${word}”`} maxLength={20} />
              </Form>
            )}
            <p>
              <a class="button secondary" href="/cabinet/settings/security">
                Keep the account
              </a>
            </p>
          </section>
        </>
      ),
    };
  },
});

interface Obstacle {
  readonly kind: DeletionObstacle;
  readonly remedy: string;
}

/** The page on which the user can remove each obstacle, and its link. */
const places: Readonly<Record<DeletionObstacle, readonly [href: string, text: string] | null>> = {
  BALANCE: ['/cabinet/wallet#payments', 'Open the wallet'],
  RESERVE: ['/cabinet/wallet', 'Open the wallet'],
  OPEN_ASSIGNMENT: ['/cabinet/work', 'Open your work'],
  OPEN_CAMPAIGN: ['/cabinet/campaigns', 'Open your campaigns'],
  OPEN_POST: ['/cabinet/posts', 'Open your posts'],
  STAFF_ROLE: null,
};

interface PlaceProps {
  readonly of: DeletionObstacle;
  readonly roles: readonly Role[];
}

/** A former role may have left the obstacle: its page opens when the user has the role again. */
const Place = ({ of, roles }: PlaceProps) => {
  const place = places[of];
  if (place === null) return null;
  const [href, text] = place;
  return mayOpen(href.replace(/#.*/, ''), roles) ? (
    <a href={href}>{text}</a>
  ) : (
    <a href="/cabinet/settings">Choose the role that it belongs to</a>
  );
};

interface ObstaclesProps {
  readonly obstacles: readonly Obstacle[];
  readonly of: FormState;
  readonly view: View;
}

/** A reserve follows from the work or the campaign that it pays for, which is named instead. */
const Obstacles = ({ obstacles, of, view }: ObstaclesProps) => {
  const kinds = obstacles.map(({ kind }) => kind);
  const isExplained = kinds.includes('OPEN_ASSIGNMENT') || kinds.includes('OPEN_CAMPAIGN');
  return (
    <div class="warning" {...(of.isSent && { role: 'alert', tabindex: -1, 'data-focus': true })}>
      <p>
        <strong>You cannot delete the account yet.</strong>
      </p>
      <ul class="plain-list">
        {obstacles
          .filter(({ kind }) => kind !== 'RESERVE' || !isExplained)
          .map(({ kind, remedy }) => (
            <li>
              {remedy} <Place of={kind} roles={view.user.roles} />
            </li>
          ))}
      </ul>
    </div>
  );
};
