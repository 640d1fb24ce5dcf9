import { platforms } from '../../../../../schema/shared/enums.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { StartConnection } from '../../../../../schema/social-accounts/connections.ts';
import { flag, text } from '../../../ui/forms/field-kinds.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Hidden, SelectField } from '../../../ui/forms/inputs.tsx';
import { form, type View, type Visit } from '../../page.ts';
import { SharingChoice } from './sharing-choice.tsx';

/** Leads the browser to the sign-in page of a platform, which leads it back to the page of the form. */
export const connectForm = form(StartConnection, {
  fields: { platform: text, shareMetrics: flag, sharingVersion: text },
  body: (given, { path }) => ({ ...given, returnTo: path }),
  done: ({ data }) => data.authorizeUrl,
});

/** The origins of the sign-in pages, to which the form leads. */
export const signInOrigins = ({ signInOrigins: origins }: Visit): readonly string[] => [
  ...new Set(Object.values(origins)),
];

interface Props {
  readonly view: View;
  readonly submit: string;
  /** The platform of an account that is to be connected; absent where the reader chooses. */
  readonly platform?: (typeof platforms)[number];
  readonly isShared?: boolean;
}

/** Starts a sign-in at a platform. */
export const ConnectForm = ({ view, submit, platform, isShared = false }: Props) => {
  const of = view.form('connect');
  const choices = platforms
    .filter((name) => view.signInOrigins[name] !== undefined)
    .map((value) => ({ value, label: platformNames[value] }));
  if (choices.length === 0 || (platform !== undefined && view.signInOrigins[platform] === undefined))
    return <p class="quiet">Sign-in at {platform ? platformNames[platform] : 'platforms'} is not available here.</p>;
  return (
    <Form of={of} submit={submit}>
      {platform === undefined ? (
        <SelectField of={of} name="platform" label="Platform" choices={choices} />
      ) : (
        <Hidden name="platform" value={platform} />
      )}
      <SharingChoice of={of} label="Share my metrics" stored={isShared} />
    </Form>
  );
};
