import { platforms } from '../../schema/shared/enums.ts';
import { channelAtUrl } from '../creators/channels/index.ts';

/** The search text. A pasted channel URL is replaced by the channel's handle. */
export function searchWords(q: string): string {
  const address = q.replace(/[?#].*$/, '').replace(/^(?:https?:\/\/)?/, 'https://');
  if (!/^https:\/\/[^/\s]+\.[^/\s]+\/[^\s]+$/.test(address)) return q;
  for (let path = address; path.lastIndexOf('/') > 'https://'.length; path = path.slice(0, path.lastIndexOf('/')))
    for (const platform of platforms) {
      const channel = channelAtUrl(platform, path);
      if (channel) return channel.handle;
    }
  return q;
}
