import type { OfferView } from '../../../../../schema/campaigns/offers.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';
import { priceOf } from '../../../ui/format.ts';
import { languageName } from '../../../ui/names.ts';
import { Time } from '../../../ui/time.tsx';

interface Props {
  readonly offer: OfferView;
}

/** What a creator gets. */
export const Pay = ({ offer: { payment, maxPerPost } }: Props) => (
  <p>
    <span class="pay">{payment.model === 'CPM' ? priceOf(payment.cpm) : priceOf(payment.reward)}</span>{' '}
    <span class="quiet">
      {payment.model === 'CPM' ? 'for each 1,000 views' : 'for each accepted post'}
      {maxPerPost !== null && `, at most ${priceOf(maxPerPost)} for one post`}
    </span>
  </p>
);

/** What a post must meet. */
export const Requirements = ({ offer: { platforms, requirements, endsAt } }: Props) => {
  const { minSeconds, hashtags, mentions, languages } = requirements;
  return (
    <dl class="facts-list">
      <dt>Platforms</dt>
      <dd>{platforms.map((platform) => platformNames[platform]).join(', ')}</dd>
      {minSeconds !== undefined && (
        <>
          <dt>Duration</dt>
          <dd>at least {minSeconds} seconds</dd>
        </>
      )}
      <Words title="Hashtags" words={hashtags.map((word) => begunWith('#', word))} />
      <Words title="Mentions" words={mentions.map((word) => begunWith('@', word))} />
      {languages.length > 0 && (
        <>
          <dt>Languages</dt>
          <dd>{languages.map(languageName).join(', ')}</dd>
        </>
      )}
      <dt>Ends</dt>
      <dd>{endsAt === null ? 'no end is set' : <Time at={endsAt} />}</dd>
    </dl>
  );
};

const begunWith = (mark: string, word: string): string => (word.startsWith(mark) ? word : mark + word);

const Words = ({ title, words }: { readonly title: string; readonly words: readonly string[] }) =>
  words.length === 0 ? null : (
    <>
      <dt>{title}</dt>
      <dd dir="auto">{words.join(' ')}</dd>
    </>
  );
