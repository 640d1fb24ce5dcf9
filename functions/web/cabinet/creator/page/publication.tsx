import type { Child } from 'hono/jsx';
import type { GetPage } from '../../../../../schema/creators/creator-pages.ts';
import type { PublishedField } from '../../../../../schema/creators/creators.ts';
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
        <Status
          of={names[page.status]}
          tone={isPublished && page.preview.services.length === 0 ? 'open' : tones[page.status]}
        />
      </p>
      <State page={page} />
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

const fieldNames: Readonly<Record<PublishedField, string>> = {
  displayName: 'name',
  bio: 'text about you',
  topics: 'topics',
  languages: 'languages',
  geo: 'countries',
  channelType: 'kind of creator',
};

/** Since when the page is public, and what of the profile it does not show yet. */
const State = ({ page: { publishedAt, waitingChanges, preview } }: Pick<Props, 'page'>) => {
  if (waitingChanges === null)
    return (
      <p class="quiet small">
        The page is not public.
        {publishedAt !== null && (
          <>
            {' '}
            It was last published <Time at={publishedAt} />.
          </>
        )}
      </p>
    );
  return (
    <>
      {preview.services.length === 0 ? (
        <p class="warning">You have published the page, but nobody can open it until it has a published service.</p>
      ) : (
        publishedAt !== null && (
          <p class="quiet small">
            Public since <Time at={publishedAt} />.
          </p>
        )
      )}
      {waitingChanges.length === 0 ? (
        <p class="small">It shows your profile as it is saved. Prices and channels appear at once.</p>
      ) : (
        <p class="warning">
          Not public yet: your changed {listed.format(waitingChanges.map((field) => fieldNames[field]))}. Publish again
          to show them.
        </p>
      )}
    </>
  );
};

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

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
