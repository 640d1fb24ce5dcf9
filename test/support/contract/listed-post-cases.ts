import { aContentId } from '../market/campaign-posts.ts';
import { dataOf } from '../market/campaigns.ts';
import { aHandle } from '../market/sellers.ts';
import { simulatorOf } from '../simulator.ts';
import { shared } from '../stack/shared.ts';
import { aFactory } from './factory-cases.ts';
import type { OperationCase, World } from './operation-case.ts';
import type { Person } from './people.ts';

/** A published post, and a factory of the person that can watch it. */
async function aNewPost(world: World, person: Person) {
  const { socialUrl = shared.socialUrl } = world;
  const contentId = aContentId();
  const publishedAt = new Date(Date.now() - 60_000).toISOString();
  await simulatorOf(socialUrl).change(aHandle(), { posts: [{ id: contentId, publishedAt, views: 10 }] });
  const { id } = await aFactory(world, person);
  return { params: { id: String(id) }, body: { url: `https://www.youtube.com/watch?v=${contentId}` } };
}

export const listedPostCases: Readonly<Record<string, OperationCase>> = {
  AddFactoryPost: {
    ready: aNewPost,
    otherwise: (requested) => ({ ...requested, body: { url: 'https://youtu.be/aaaaaaaaaaa' } }),
    mistaken: (requested) => ({ ...requested, body: { url: 'https://youtu.be/nobody00000' }, code: 'INVALID_PROOF' }),
  },
  RemoveFactoryPost: {
    async ready(world, person) {
      const { params, body } = await aNewPost(world, person);
      const { id } = dataOf(await person.twin.post(`/factories/${params.id}/posts`, body), 201);
      return { params: { ...params, postId: String(id) } };
    },
  },
};
