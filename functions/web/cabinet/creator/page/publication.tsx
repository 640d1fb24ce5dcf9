import type { Child } from 'hono/jsx';
import type { GetPage } from '../../../../../schema/creators/creator-pages.ts';
import type { AnswerOf } from '../../../../../schema/shared/operation.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Time } from '../../../ui/time.tsx';
import { Confirm } from '../../frame/confirm.tsx';
import { Status, type StatusTone } from '../../frame/status.tsx';
import type { View } from '../../page.ts';

export type OwnPage = AnswerOf<typeof GetPage>['data'];

interface Props {
  readonly page: OwnPage;
  readonly view: View;
}

const tones: Readonly<Record<OwnPage['status'], StatusTone>> = {
  NONE: 'quiet',
  PREVIEW: 'open',
  PUBLISHED: 'good',
  UNPUBLISHED: 'quiet',
};
const names: Readonly<Record<OwnPage['status'], string>> = {
  NONE: 'Not published',
  PREVIEW: 'Private preview',
  PUBLISHED: 'Published',
  UNPUBLISHED: 'Unpublished',
};

/** The state of the page, what is missing, and the buttons that change it. */
export const Publication = ({ page, view }: Props) => {
  const can = (action: OwnPage['allowedActions'][number]) => page.allowedActions.includes(action);
  const publish = view.form('publish');
  const isOff = page.publishIntent || publish.refusal?.code === 'WRITE_NOT_AVAILABLE_FOR_FEATURE';
  const isPublished = page.status === 'PUBLISHED';
  return (
    <section class="card panel stack" aria-labelledby="publication">
      <h2 id="publication">Publication</h2>
      <p>
        <Status of={names[page.status]} tone={tones[page.status]} />
      </p>
      {page.publishedAt !== null && isPublished && (
        <p class="quiet small">
          Published <Time at={page.publishedAt} />. Publish again to show a profile that you have saved since.
        </p>
      )}
      {page.publicUrl !== null && (
        <p>
          <a href={page.publicUrl}>Open the public page</a>
        </p>
      )}
      <Missing page={page} />
      {isOff && (
        <p class="warning">
          Publishing is switched off for now. We have saved your request, but we do not publish the page automatically.
          Press Publish again later.
        </p>
      )}
      {can('publish') && <Form of={publish} submit={isPublished ? 'Publish again' : 'Publish'} />}
      {page.previewUrl === null
        ? can('submit') && <Form of={view.form('preview')} submit="Make a private preview" isQuiet />
        : !isPublished && (
            <p class="small">
              <a href={page.previewUrl}>Open the private preview</a>{' '}
              <span class="quiet">Anybody with this link can see the draft until the link expires.</span>
            </p>
          )}
      {can('unpublish') && (
        <Confirm
          of={view.form('unpublish')}
          label="Unpublish"
          question="Unpublish your page?"
          explanation="It disappears from the catalog within a second. Existing orders continue."
        >
          <Form of={view.form('unpublish')} submit="Unpublish" isDangerous />
        </Confirm>
      )}
    </section>
  );
};

/** What the page lacks before others can find it and order. */
const Missing = ({ page: { preview } }: Pick<Props, 'page'>) => {
  const parts: Child[] = [];
  if (preview.displayName === '')
    parts.push(
      <>
        <a href="#profile-displayName">A name</a>. Without it the page cannot be published.
      </>,
    );
  if (preview.channels.length === 0)
    parts.push(
      <>
        <a href="/cabinet/channels">A channel</a>, on which you publish.
      </>,
    );
  if (preview.services.length === 0)
    parts.push(
      <>
        <a href="/cabinet/channels">A published service</a> with a price and usage terms. Without one the catalog does
        not show the page.
      </>,
    );
  return parts.length === 0 ? null : (
    <div>
      <p>
        <strong>Still missing</strong>
      </p>
      <ul class="missing">
        {parts.map((part) => (
          <li>{part}</li>
        ))}
      </ul>
    </div>
  );
};
