import { portfolioLimits } from '../../../../../schema/creators/creators.ts';
import type { PortfolioPicture } from '../../../../../schema/creators/portfolio-picture.ts';
import { kindsOfPurpose } from '../../../../../schema/uploads/uploads.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { TextField } from '../../../ui/forms/inputs.tsx';
import type { View } from '../../page.ts';
import { FilesField, NeedsScript } from '../../uploads/files-field.tsx';

interface Props {
  readonly pictures: readonly PortfolioPicture[];
  readonly view: View;
}

/** The browser makes larger pictures smaller before it sends them: twice the width at which a page shows them on a phone. */
const longestSide = 1_600;

/** A picture that is uploaded and then added with its caption. */
export const AddPicture = ({ pictures, view }: Props) => {
  const of = view.form('add');
  const left = portfolioLimits.pictures - pictures.length;
  if (left <= 0)
    return <p class="quiet">A portfolio has at most {portfolioLimits.pictures} pictures. Remove one to add another.</p>;
  return (
    <section class="part card panel stack" aria-labelledby="add">
      <h2 id="add">Add a picture</h2>
      <p class="quiet small">
        {pictures.length} of {portfolioLimits.pictures} pictures
      </p>
      <div data-uploads="portfolio" data-longest={longestSide}>
        <NeedsScript />
        <Form of={of} submit="Add picture">
          <FilesField
            of={of}
            label="Picture"
            hint="You can choose a larger photo: your browser reduces its size before it sends it. We remove metadata, such as the location."
            kinds={kindsOfPurpose.picture}
            maxBytes={portfolioLimits.bytes}
            stored={[]}
            isSingle
            isReduced
          />
          <TextField
            of={of}
            name="caption"
            label="Caption"
            hint="What the picture shows. Screen readers read it to visitors who cannot see the picture."
            maxLength={portfolioLimits.captionLength}
            isOptional
          />
        </Form>
      </div>
    </section>
  );
};
