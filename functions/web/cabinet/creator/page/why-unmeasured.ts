import type { DraftPage } from '../../../../../schema/catalog/catalog.ts';
import { platformCapabilities } from '../../../../../schema/metrics/platform-capabilities.ts';
import { platformNames } from '../../../../../schema/shared/platform-names.ts';

type Channel = DraftPage['channels'][number];

/** Why the views of a channel are not shown, as far as it follows from the channel; undefined if they are shown, or the reason is not known. */
export function whyUnmeasured(channel: Channel, { metrics }: Pick<DraftPage, 'metrics'>): string | undefined {
  const { platform, canonicalUrl, ownership } = channel;
  const metric = metrics.find((one) => one.channel.platform === platform && one.channel.canonicalUrl === canonicalUrl);
  if (metric !== undefined && metric.value !== null) return undefined;
  const { facts, sharing } = platformCapabilities[platform].withConnection;
  const name = platformNames[platform];
  if (!facts.includes('VIEWS')) return `${name} states no views.`;
  if (sharing === 'NEVER') return `The terms of ${name} let nobody but you see the views.`;
  // A channel on a verified account is verified.
  if (ownership === 'NONE') return 'Views are measured only for a channel on one of your verified accounts.';
  return metric === undefined ? undefined : 'None of the latest five public posts has known views yet.';
}
