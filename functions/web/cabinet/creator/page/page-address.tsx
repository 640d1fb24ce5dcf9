import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/inputs.tsx';
import type { View } from '../../page.ts';
import type { OwnPage } from './publication.tsx';

interface Props {
  readonly page: OwnPage;
  readonly view: View;
}

/** The short address of the page. */
export const PageAddress = ({ page: { address, publicUrl }, view }: Props) => {
  const of = view.form('address');
  return (
    <section class="card panel stack" aria-labelledby="address">
      <h2 id="address">Short address</h2>
      {address !== null && (
        <p>
          <a href={address.url}>{withoutScheme(address.url)}</a>{' '}
          {publicUrl === null && <span class="quiet">It opens once your page is public.</span>}
        </p>
      )}
      <Form of={of} submit="Save address" isQuiet>
        <TextField
          of={of}
          name="name"
          label={`Name after ${withoutScheme(view.baseUrl)}/@`}
          hint="Use 3 to 30 characters: a to z, 0 to 9 and hyphens. No other creator can get a name that you have used. Leave the field empty if you want no short address."
          stored={address?.name}
          maxLength={30}
          isOptional
        />
      </Form>
    </section>
  );
};

const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '');
