import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { priceOf } from '../../ui/format.ts';
import { languageName } from '../../ui/names.ts';
import { Time } from '../../ui/time.tsx';
import { payOf } from './campaign-words.ts';

/** What creators have agreed to. */
export const CampaignTerms = ({ campaign }: { readonly campaign: CampaignView }) => {
  const { brief, platforms, payment, maxPerPost, requirements, endsAt, startedAt, endedAt } = campaign;
  const { minSeconds, hashtags, mentions, languages, notes } = requirements;
  return (
    <section class="part card panel" aria-labelledby="terms">
      <h2 id="terms">Terms</h2>
      <dl class="facts-list">
        <dt>Brief</dt>
        <dd dir="auto" class="written">
          {brief}
        </dd>
        <dt>Platforms</dt>
        <dd>{platforms.map((platform) => platformNames[platform]).join(', ')}</dd>
        <dt>Pay</dt>
        <dd>
          {payOf(payment)}
          {maxPerPost !== null && `, at most ${priceOf(maxPerPost)} for one post`}
        </dd>
        {minSeconds !== undefined && <Fact name="Minimum duration">{`${minSeconds} seconds`}</Fact>}
        {hashtags.length > 0 && <Fact name="Hashtags">{hashtags.join(', ')}</Fact>}
        {mentions.length > 0 && <Fact name="Mentions">{mentions.join(', ')}</Fact>}
        {languages.length > 0 && <Fact name="Languages">{languages.map(languageName).join(', ')}</Fact>}
        {notes !== undefined && <Fact name="Other requirements">{notes}</Fact>}
        {startedAt !== null && (
          <>
            <dt>Started</dt>
            <dd>
              <Time at={startedAt} />
            </dd>
          </>
        )}
        <dt>{endedAt === null ? 'Ends' : 'Ended'}</dt>
        <dd>
          {endedAt !== null ? <Time at={endedAt} /> : endsAt === null ? 'when you complete it' : <Time at={endsAt} />}
        </dd>
      </dl>
    </section>
  );
};

const Fact = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <>
    <dt>{name}</dt>
    <dd dir="auto" class="written">
      {children}
    </dd>
  </>
);
