import type { FactoryPostView } from '../../../../schema/factories/factory-post.ts';
import { ListFactoryPosts } from '../../../../schema/factories/factory-reads.ts';
import { AddFactoryPost, RemoveFactoryPost } from '../../../../schema/factories/listed-posts.ts';
import { GetFactorySettings } from '../../../../schema/factories/own-report.ts';
import { platformNames } from '../../../../schema/shared/platform-names.ts';
import { Figured } from '../../ui/charts/figure.tsx';
import { Measured } from '../../ui/charts/measured.tsx';
import { Spark } from '../../ui/charts/spark.tsx';
import { exactly } from '../../ui/format.ts';
import { text } from '../../ui/forms/field-kinds.ts';
import { Form } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/inputs.tsx';
import { outward } from '../../ui/outward.ts';
import { shortReasons } from '../../ui/report/words.ts';
import { Time } from '../../ui/time.tsx';
import { Confirm } from '../frame/confirm.tsx';
import { Pager } from '../frame/pager.tsx';
import { Table } from '../frame/table.tsx';
import { form, page, type View } from '../page.ts';
import { FactoryHeading } from './factory-heading.tsx';

export default page({
  async load(api, { params, query: { cursor } }) {
    const [settings, posts] = await Promise.all([
      api.read(GetFactorySettings, { params }),
      api.read(ListFactoryPosts, { params, query: cursor === undefined ? {} : { cursor } }),
    ]);
    return { factory: settings.data.factory, posts };
  },
  forms: {
    add: form(AddFactoryPost, {
      fields: { url: text },
      notice: 'The post is added. The next scan of its account reads its metrics.',
      done: (_, { path }) => path,
    }),
    remove: form(RemoveFactoryPost, {
      fields: {},
      params: ({ params }, of) => ({ id: params.id ?? '', postId: of }),
      notice: 'The post is removed.',
      done: (_, { path }) => path,
    }),
  },
  render({ factory, posts: { data, nextCursor } }, view) {
    const of = view.form('add');
    return {
      title: `Posts · ${factory.name}`,
      content: (
        <>
          <FactoryHeading factory={factory} id={factory.id} path={view.path} />
          {data.length === 0 ? (
            <div class="card empty-card">
              <strong>The factory has found no posts.</strong>
              <p>It finds the posts of its accounts. You can also add single posts below.</p>
            </div>
          ) : (
            <Posts posts={data} view={view} />
          )}
          <Pager nextCursor={nextCursor} view={view} />
          <section class="part card panel" aria-labelledby="add">
            <h2 id="add">Add a post</h2>
            <Form of={of} submit="Add post">
              <TextField
                of={of}
                name="url"
                label="Address"
                hint="The factory watches this post, and not the other posts of its account."
                type="url"
                maxLength={2_000}
              />
            </Form>
          </section>
        </>
      ),
    };
  },
});

const Posts = ({ posts, view }: { readonly posts: readonly FactoryPostView[]; readonly view: View }) => (
  <Table
    caption="Posts, newest first"
    columns={['Post', 'Published', { number: 'Views' }, 'Trend', { actions: 'Actions' }]}
  >
    {posts.map((post) => (
      <Row key={String(post.id)} post={post} view={view} />
    ))}
  </Table>
);

const Row = ({ post, view }: { readonly key: string; readonly post: FactoryPostView; readonly view: View }) => {
  const of = view.form('remove', String(post.id));
  const link = post.url === null ? undefined : outward(post.url);
  const name = post.title ?? `Post ${post.id}`;
  const { views: reason } = post.reasons;
  return (
    <tr>
      <th scope="row">
        <span>
          {link === undefined ? (
            <span class="main" dir="auto">
              {name}
            </span>
          ) : (
            <a class="main" dir="auto" href={link} rel="noopener noreferrer nofollow" target="_blank">
              {name}
            </a>
          )}
          <span class="under">{platformNames[post.platform]}</span>
        </span>
      </th>
      <td data-label="Published">
        <Time at={post.publishedAt} />
      </td>
      <td class="number" data-label="Views">
        <span>
          <Figured
            value={post.metrics.views}
            show={exactly}
            why={reason === undefined ? 'not scanned yet' : shortReasons[reason]}
          />
          <Measured at={post.metrics.views === null ? null : post.metrics.updatedAt} isOldest isInCell />
        </span>
      </td>
      <td data-label="Trend">
        <Spark values={post.history.map(({ views }) => views)} />
      </td>
      <td class="action">
        <Confirm
          of={of}
          label="Remove"
          question="Stop tracking this post?"
          explanation="You can remove a post only if it was added by its address. Other posts leave with their account."
        >
          <Form of={of} submit="Remove post" isDangerous isInline />
        </Confirm>
      </td>
    </tr>
  );
};
