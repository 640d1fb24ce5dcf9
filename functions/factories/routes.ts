import {
  GetCredits,
  GetCreditUsage,
  GetFactoryCredits,
  GetFactoryCreditUsage,
  GrantCredits,
  ListCreditHistory,
  ListFactoryCreditHistory,
  PurchaseCredits,
} from '../../schema/factories/credits.ts';
import { ExportFactoryAccounts, ExportFactoryPosts } from '../../schema/factories/exports.ts';
import { CreateFactory, DeleteFactory, ListFactories, UpdateFactory } from '../../schema/factories/factories.ts';
import {
  AddFactoryAccount,
  RemoveFactoryAccount,
  ReplaceFactoryAccountTags,
} from '../../schema/factories/factory-accounts.ts';
import {
  GetFactoryAccount,
  GetFactorySummary,
  GetFactorySummaryForStaff,
  ListFactoryAccounts,
  ListFactoryPosts,
} from '../../schema/factories/factory-reads.ts';
import { AddFactoryPost, RemoveFactoryPost } from '../../schema/factories/listed-posts.ts';
import { CreateShareLink, DeleteShareLink, ListShareLinks } from '../../schema/factories/share-links.ts';
import {
  CreateFactoryTag,
  CreateTagGroup,
  DeleteFactoryTag,
  DeleteTagGroup,
  ListFactoryTags,
  ListTagGroups,
  ReplaceTagGroup,
} from '../../schema/factories/tags.ts';
import { group, on } from '../http/route.ts';
import { addFactoryAccount } from './accounts/add-factory-account.ts';
import { removeFactoryAccount } from './accounts/remove-factory-account.ts';
import { replaceAccountTags } from './accounts/replace-account-tags.ts';
import { getCredits } from './credits/get-credits.ts';
import { getFactoryCredits } from './credits/get-factory-credits.ts';
import { getCreditUsage, getFactoryCreditUsage } from './credits/get-usage.ts';
import { grantCredits } from './credits/grant-credits.ts';
import { listCreditHistory, listFactoryCreditHistory } from './credits/list-history.ts';
import { purchaseCredits } from './credits/purchase-credits.ts';
import { exportFactoryAccounts, exportFactoryPosts } from './exports/export-factory.ts';
import { createFactory } from './factories/create-factory.ts';
import { deleteFactory } from './factories/delete-factory.ts';
import { listFactories } from './factories/list-factories.ts';
import { updateFactory } from './factories/update-factory.ts';
import { addFactoryPost } from './posts/add-factory-post.ts';
import { removeFactoryPost } from './posts/remove-factory-post.ts';
import {
  getFactoryAccount,
  getFactorySummary,
  getFactorySummaryForStaff,
  listFactoryAccounts,
  listFactoryPosts,
} from './reads/own-reads.ts';
import { createShareLink } from './share-links/create-share-link.ts';
import { deleteShareLink } from './share-links/delete-share-link.ts';
import { listShareLinks } from './share-links/list-share-links.ts';
import { createTag } from './tags/create-tag.ts';
import { createTagGroup } from './tags/create-tag-group.ts';
import { deleteTag } from './tags/delete-tag.ts';
import { deleteTagGroup } from './tags/delete-tag-group.ts';
import { listTagGroups } from './tags/list-tag-groups.ts';
import { listTags } from './tags/list-tags.ts';
import { replaceTagGroup } from './tags/replace-tag-group.ts';

export const factoryRoutes = group(
  on(ListFactories, (ctx, { query }) => listFactories(ctx, query)),
  on(CreateFactory, (ctx, { body }) => createFactory(ctx, body)),
  on(UpdateFactory, (ctx, { params, body }) => updateFactory(ctx, { ...params, ...body })),
  on(DeleteFactory, (ctx, { params }) => deleteFactory(ctx, params)),
  on(GetFactorySummary, (ctx, { params, query }) => getFactorySummary(ctx, { ...params, ...query })),
  on(GetFactorySummaryForStaff, (ctx, { params, query }) => getFactorySummaryForStaff(ctx, { ...params, ...query })),
  on(ListFactoryAccounts, (ctx, { params, query }) => listFactoryAccounts(ctx, { ...params, ...query })),
  on(GetFactoryAccount, (ctx, { params, query }) => getFactoryAccount(ctx, { ...params, ...query })),
  on(ListFactoryPosts, (ctx, { params, query }) => listFactoryPosts(ctx, { ...params, ...query })),
  on(AddFactoryAccount, (ctx, { params, body }) => addFactoryAccount(ctx, { ...params, ...body })),
  on(RemoveFactoryAccount, (ctx, { params }) => removeFactoryAccount(ctx, params)),
  on(ReplaceFactoryAccountTags, (ctx, { params, body }) => replaceAccountTags(ctx, { ...params, ...body })),
  on(AddFactoryPost, (ctx, { params, body }) => addFactoryPost(ctx, { ...params, ...body })),
  on(RemoveFactoryPost, (ctx, { params }) => removeFactoryPost(ctx, params)),
  on(ExportFactoryPosts, (ctx, { params, query }) => exportFactoryPosts(ctx, { ...params, ...query })),
  on(ExportFactoryAccounts, (ctx, { params, query }) => exportFactoryAccounts(ctx, { ...params, ...query })),
  on(ListShareLinks, (ctx, { params, query }) => listShareLinks(ctx, { ...params, ...query })),
  on(CreateShareLink, (ctx, { params, body }) => createShareLink(ctx, { ...params, ...body })),
  on(DeleteShareLink, (ctx, { params }) => deleteShareLink(ctx, params)),
  on(ListFactoryTags, (ctx, { query }) => listTags(ctx, query)),
  on(CreateFactoryTag, (ctx, { body }) => createTag(ctx, body)),
  on(DeleteFactoryTag, (ctx, { params }) => deleteTag(ctx, params)),
  on(ListTagGroups, (ctx, { params, query }) => listTagGroups(ctx, { ...params, ...query })),
  on(CreateTagGroup, (ctx, { params, body }) => createTagGroup(ctx, { ...params, ...body })),
  on(ReplaceTagGroup, (ctx, { params, body }) => replaceTagGroup(ctx, { ...params, ...body })),
  on(DeleteTagGroup, (ctx, { params }) => deleteTagGroup(ctx, params)),
  on(GetCredits, (ctx) => getCredits(ctx)),
  on(GetCreditUsage, (ctx) => getCreditUsage(ctx)),
  on(ListCreditHistory, (ctx, { query }) => listCreditHistory(ctx, query)),
  on(PurchaseCredits, (ctx, { body }) => purchaseCredits(ctx, body)),
  on(GetFactoryCredits, (ctx, { params }) => getFactoryCredits(ctx, params)),
  on(GetFactoryCreditUsage, (ctx, { params }) => getFactoryCreditUsage(ctx, params)),
  on(ListFactoryCreditHistory, (ctx, { params, query }) => listFactoryCreditHistory(ctx, { ...params, ...query })),
  on(GrantCredits, (ctx, { params, body }) => grantCredits(ctx, { ...params, ...body })),
);
