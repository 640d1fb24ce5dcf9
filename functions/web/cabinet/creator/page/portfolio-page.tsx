import {
  AddPortfolioPicture,
  CompletePortfolioUpload,
  CreatePortfolioUpload,
  DescribePortfolioPicture,
  GetPortfolio,
  RemovePortfolioPicture,
  ReorderPortfolio,
} from '../../../../../schema/creators/portfolio.ts';
import { integer, list, nullableText, several, text } from '../../../ui/forms/field-kinds.ts';
import { Heading } from '../../frame/frame.tsx';
import { form, page } from '../../page.ts';
import { fileFields } from '../../uploads/file-fields.ts';
import { PageTabs } from '../tabs.tsx';
import { AddPicture } from './add-picture.tsx';
import { idsAfterMove } from './moved-picture.ts';
import { PictureItem } from './picture-item.tsx';

const done = () => '/cabinet/page/portfolio';
const ofPicture = { done, params: (_: unknown, pictureId: string) => ({ pictureId }) };

export default page({
  load: async (api) => (await api.read(GetPortfolio)).data,
  forms: {
    add: form(AddPortfolioPicture, {
      fields: { uploadIds: several, caption: nullableText },
      body: ({ uploadIds, caption }) => ({ uploadId: Object(uploadIds)[0], caption }),
      notice: 'The picture is in your portfolio.',
      done,
    }),
    describe: form(DescribePortfolioPicture, {
      ...ofPicture,
      fields: { caption: nullableText },
      notice: 'The caption is saved.',
    }),
    order: form(ReorderPortfolio, {
      fields: { pictureIds: list, moved: text, by: integer },
      body: (given) => ({ pictureIds: idsAfterMove(given), expectedPictureIds: given.pictureIds }),
      notice: 'The picture is moved.',
      done,
    }),
    remove: form(RemovePortfolioPicture, { ...ofPicture, fields: {}, notice: 'The picture is removed.' }),
    upload: form(CreatePortfolioUpload, { fields: fileFields, done }),
    complete: form(CompletePortfolioUpload, {
      fields: {},
      params: (_, uploadId) => ({ uploadId }),
      done,
    }),
  },
  render: (pictures, view) => ({
    connectOrigins: [view.storeOrigin],
    title: 'Portfolio',
    content: (
      <>
        <Heading title="Your page" />
        <PageTabs path={view.path} />
        <section class="part" aria-labelledby="portfolio">
          <div class="part-head">
            <h2 id="portfolio">Portfolio</h2>
            <p class="quiet small">Your page shows every change at once. You need not publish again.</p>
          </div>
          {pictures.length === 0 ? (
            <p class="quiet">There is no picture yet. Show visitors what you make.</p>
          ) : (
            <ol class="item-list">
              {pictures.map((picture) => (
                <PictureItem picture={picture} pictures={pictures} view={view} />
              ))}
            </ol>
          )}
        </section>
        <AddPicture pictures={pictures} view={view} />
      </>
    ),
  }),
});
