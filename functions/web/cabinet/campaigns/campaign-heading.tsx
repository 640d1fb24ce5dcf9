import type { Child } from 'hono/jsx';
import type { CampaignView } from '../../../../schema/campaigns/campaign.ts';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import { campaignTones } from './campaign-words.ts';

export const campaignsPath = '/cabinet/campaigns';
export const pathOf = (id: number | string): string => `${campaignsPath}/${id}`;

interface Props {
  readonly campaign: Pick<CampaignView, 'id' | 'title' | 'status' | 'posts'>;
  readonly path: string;
  readonly children?: Child;
}

/** The heading of each page of a campaign, with the links to the others. */
export const CampaignHeading = ({ campaign, path, children }: Props) => {
  const own = pathOf(campaign.id);
  const waiting = campaign.posts.onModeration;
  const tabs = [
    [own, 'Overview'],
    [`${own}/posts`, waiting === 0 ? 'Posts' : `Posts (${waiting} to decide)`],
    [`${own}/creators`, 'Creators'],
    [`${own}/links`, 'Tracking links'],
  ] as const;
  return (
    <>
      <Heading
        title={campaign.title}
        back={{ href: campaignsPath, label: 'Campaigns' }}
        about={<Status of={campaign.status} tone={campaignTones[campaign.status]} />}
      >
        {children}
      </Heading>
      <nav class="tabs" aria-label="Campaign">
        {tabs.map(([href, label]) => (
          <a href={href} {...(href === path && { 'aria-current': 'page' as const })}>
            {label}
          </a>
        ))}
      </nav>
    </>
  );
};
