import { portfolioLimits } from '../../../../../schema/creators/creators.ts';
import type { PortfolioPicture } from '../../../../../schema/creators/portfolio-picture.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Hidden, TextField } from '../../../ui/forms/inputs.tsx';
import { Confirm } from '../../frame/confirm.tsx';
import { PortfolioItem } from '../../frame/portfolio-item.tsx';
import type { View } from '../../page.ts';

interface Props {
  readonly picture: PortfolioPicture;
  /** All pictures of the portfolio. */
  readonly pictures: readonly PortfolioPicture[];
  readonly view: View;
}

/** A picture of the portfolio with its caption, its place and its removal. */
export const PictureItem = ({ picture, pictures, view }: Props) => {
  const { id, caption, position } = picture;
  const remove = view.form('remove', id);
  return (
    <PortfolioItem picture={picture} view={view}>
      <Form of={view.form('describe', id)} submit="Save caption" isQuiet>
        <TextField
          of={view.form('describe', id)}
          name="caption"
          label={`Caption of picture ${position}`}
          stored={caption}
          maxLength={portfolioLimits.captionLength}
          isOptional
        />
      </Form>
      <div class="item-actions">
        <Move picture={picture} pictures={pictures} view={view} />
        <Confirm
          of={remove}
          label="Remove"
          question={`Remove picture ${position}?`}
          explanation="It disappears from your page within a second, and the file is deleted."
        >
          <Form of={remove} submit="Remove" isDangerous />
        </Confirm>
      </div>
    </PortfolioItem>
  );
};

/** The button of the form moves up, except for the first picture, which can only move down. */
const Move = ({ picture: { id, position }, pictures, view }: Props) => {
  if (pictures.length === 1) return null;
  const isFirst = position === 1;
  const isLast = position === pictures.length;
  return (
    <Form
      of={view.form('order', id)}
      submit={isFirst ? 'Move down' : 'Move up'}
      isQuiet
      isInline
      beside={
        !isFirst &&
        !isLast && (
          <button type="submit" name="by" value="1" class="secondary">
            Move down
          </button>
        )
      }
    >
      <Hidden name="pictureIds" value={pictures.map((one) => one.id).join()} />
      <Hidden name="moved" value={id} />
      <Hidden name="by" value={isFirst ? 1 : -1} />
    </Form>
  );
};
