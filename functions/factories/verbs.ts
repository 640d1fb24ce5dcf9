/** The verbs of the routes. Few requests are about factories: the start of `api` does not load them. */
export { addFactoryAccount } from './accounts/add-factory-account.ts';
export { removeFactoryAccount } from './accounts/remove-factory-account.ts';
export { replaceAccountTags } from './accounts/replace-account-tags.ts';
export { getCredits } from './credits/get-credits.ts';
export { getFactoryCredits } from './credits/get-factory-credits.ts';
export { getCreditUsage, getFactoryCreditUsage } from './credits/get-usage.ts';
export { grantCredits } from './credits/grant-credits.ts';
export { listCreditHistory, listFactoryCreditHistory } from './credits/list-history.ts';
export { purchaseCredits } from './credits/purchase-credits.ts';
export { exportFactoryAccounts, exportFactoryPosts } from './exports/export-factory.ts';
export { createFactory } from './factories/create-factory.ts';
export { deleteFactory } from './factories/delete-factory.ts';
export { getFactorySettings } from './factories/get-settings.ts';
export { listFactories } from './factories/list-factories.ts';
export { updateFactory } from './factories/update-factory.ts';
export { addFactoryPost } from './posts/add-factory-post.ts';
export { removeFactoryPost } from './posts/remove-factory-post.ts';
export { getFactoryDashboard } from './reads/get-dashboard.ts';
export {
  getFactoryAccount,
  getFactorySummary,
  getFactorySummaryForStaff,
  listFactoryAccounts,
  listFactoryPosts,
} from './reads/own-reads.ts';
export { previewReport } from './reports/preview-report.ts';
export { createShareLink } from './share-links/create-share-link.ts';
export { deleteShareLink } from './share-links/delete-share-link.ts';
export { listShareLinks } from './share-links/list-share-links.ts';
export { createTag } from './tags/create-tag.ts';
export { createTagGroup } from './tags/create-tag-group.ts';
export { deleteTag } from './tags/delete-tag.ts';
export { deleteTagGroup } from './tags/delete-tag-group.ts';
export { listTagGroups } from './tags/list-tag-groups.ts';
export { listTags } from './tags/list-tags.ts';
export { replaceTagGroup } from './tags/replace-tag-group.ts';
