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
import { GetFactoryDashboard, GetFactorySettings, PreviewFactoryReport } from '../../schema/factories/own-report.ts';
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

const verbs = () => import('./verbs.ts');

export const factoryRoutes = group(
  on(ListFactories, async (ctx, { query }) => (await verbs()).listFactories(ctx, query)),
  on(CreateFactory, async (ctx, { body }) => (await verbs()).createFactory(ctx, body)),
  on(UpdateFactory, async (ctx, { params, body }) => (await verbs()).updateFactory(ctx, { ...params, ...body })),
  on(DeleteFactory, async (ctx, { params }) => (await verbs()).deleteFactory(ctx, params)),
  on(GetFactorySettings, async (ctx, { params }) => (await verbs()).getFactorySettings(ctx, params)),
  on(GetFactoryDashboard, async (ctx, { params, query }) =>
    (await verbs()).getFactoryDashboard(ctx, { ...params, ...query }),
  ),
  on(PreviewFactoryReport, async (ctx, { params, query }) =>
    (await verbs()).previewReport(ctx, { ...params, ...query }),
  ),
  on(GetFactorySummary, async (ctx, { params, query }) =>
    (await verbs()).getFactorySummary(ctx, { ...params, ...query }),
  ),
  on(GetFactorySummaryForStaff, async (ctx, { params, query }) =>
    (await verbs()).getFactorySummaryForStaff(ctx, { ...params, ...query }),
  ),
  on(ListFactoryAccounts, async (ctx, { params, query }) =>
    (await verbs()).listFactoryAccounts(ctx, { ...params, ...query }),
  ),
  on(GetFactoryAccount, async (ctx, { params, query }) =>
    (await verbs()).getFactoryAccount(ctx, { ...params, ...query }),
  ),
  on(ListFactoryPosts, async (ctx, { params, query }) =>
    (await verbs()).listFactoryPosts(ctx, { ...params, ...query }),
  ),
  on(AddFactoryAccount, async (ctx, { params, body }) =>
    (await verbs()).addFactoryAccount(ctx, { ...params, ...body }),
  ),
  on(RemoveFactoryAccount, async (ctx, { params }) => (await verbs()).removeFactoryAccount(ctx, params)),
  on(ReplaceFactoryAccountTags, async (ctx, { params, body }) =>
    (await verbs()).replaceAccountTags(ctx, { ...params, ...body }),
  ),
  on(AddFactoryPost, async (ctx, { params, body }) => (await verbs()).addFactoryPost(ctx, { ...params, ...body })),
  on(RemoveFactoryPost, async (ctx, { params }) => (await verbs()).removeFactoryPost(ctx, params)),
  on(ExportFactoryPosts, async (ctx, { params, query }) =>
    (await verbs()).exportFactoryPosts(ctx, { ...params, ...query }),
  ),
  on(ExportFactoryAccounts, async (ctx, { params, query }) =>
    (await verbs()).exportFactoryAccounts(ctx, { ...params, ...query }),
  ),
  on(ListShareLinks, async (ctx, { params, query }) => (await verbs()).listShareLinks(ctx, { ...params, ...query })),
  on(CreateShareLink, async (ctx, { params, body }) => (await verbs()).createShareLink(ctx, { ...params, ...body })),
  on(DeleteShareLink, async (ctx, { params }) => (await verbs()).deleteShareLink(ctx, params)),
  on(ListFactoryTags, async (ctx, { query }) => (await verbs()).listTags(ctx, query)),
  on(CreateFactoryTag, async (ctx, { body }) => (await verbs()).createTag(ctx, body)),
  on(DeleteFactoryTag, async (ctx, { params }) => (await verbs()).deleteTag(ctx, params)),
  on(ListTagGroups, async (ctx, { params, query }) => (await verbs()).listTagGroups(ctx, { ...params, ...query })),
  on(CreateTagGroup, async (ctx, { params, body }) => (await verbs()).createTagGroup(ctx, { ...params, ...body })),
  on(ReplaceTagGroup, async (ctx, { params, body }) => (await verbs()).replaceTagGroup(ctx, { ...params, ...body })),
  on(DeleteTagGroup, async (ctx, { params }) => (await verbs()).deleteTagGroup(ctx, params)),
  on(GetCredits, async (ctx, { query }) => (await verbs()).getCredits(ctx, query)),
  on(GetCreditUsage, async (ctx) => (await verbs()).getCreditUsage(ctx)),
  on(ListCreditHistory, async (ctx, { query }) => (await verbs()).listCreditHistory(ctx, query)),
  on(PurchaseCredits, async (ctx, { body }) => (await verbs()).purchaseCredits(ctx, body)),
  on(GetFactoryCredits, async (ctx, { params }) => (await verbs()).getFactoryCredits(ctx, params)),
  on(GetFactoryCreditUsage, async (ctx, { params }) => (await verbs()).getFactoryCreditUsage(ctx, params)),
  on(ListFactoryCreditHistory, async (ctx, { params, query }) =>
    (await verbs()).listFactoryCreditHistory(ctx, { ...params, ...query }),
  ),
  on(GrantCredits, async (ctx, { params, body }) => (await verbs()).grantCredits(ctx, { ...params, ...body })),
);
