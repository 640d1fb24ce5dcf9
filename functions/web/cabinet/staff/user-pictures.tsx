import type { UserForStaffView } from '../../../../schema/desk/users.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextArea } from '../../ui/forms/inputs.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { PortfolioItem } from '../frame/portfolio-item.tsx';
import type { View } from '../page.ts';
import { OfOthers } from './of-others.tsx';

interface Props {
  readonly user: UserForStaffView;
  readonly view: View;
}

/** The pictures of the portfolio of a user, each with its removal. */
export const UserPictures = ({ user: { id, portfolio }, view }: Props) =>
  portfolio.length > 0 && (
    <section class="part" aria-labelledby="portfolio">
      <h2 id="portfolio">Portfolio</h2>
      <ol class="item-list">
        {portfolio.map((picture) => (
          <Picture picture={picture} ownerId={id} view={view} />
        ))}
      </ol>
    </section>
  );

interface PictureProps {
  readonly picture: UserForStaffView['portfolio'][number];
  readonly ownerId: number;
  readonly view: View;
}

const Picture = ({ picture, ownerId, view }: PictureProps) => {
  const { id, position, caption } = picture;
  const remove = view.form('remove', id);
  return (
    <PortfolioItem picture={picture} view={view}>
      <p dir="auto">{caption ?? <span class="quiet">Picture {position}, without a caption</span>}</p>
      <OfOthers owners={[ownerId]} view={view}>
        <Confirm
          of={remove}
          label="Remove"
          question={`Remove picture ${position}?`}
          explanation="It disappears from the page of the creator within a second, and the file is deleted. The audit log keeps the reason."
        >
          <Form of={remove} submit="Remove" isDangerous>
            <TextArea of={remove} name="reason" label="Reason" maxLength={1_000} />
          </Form>
        </Confirm>
      </OfOthers>
    </PortfolioItem>
  );
};
