import { type ChannelView, ListChannels } from '../../../../../schema/creators/channels.ts';
import { notFound } from '../../../../../schema/shared/errors.ts';
import type { Api, Visit } from '../../page.ts';

/** The channel of the path. Its creator has fewer channels than one page of the list. */
export async function ownChannel(api: Api, { params }: Visit): Promise<ChannelView> {
  const { data } = await api.read(ListChannels, { query: { limit: '100' } });
  const found = data.find(({ id }) => String(id) === params.id);
  if (found === undefined) throw notFound();
  return found;
}
