import * as factories from '../../schema/factories/factory-terms.ts';
import { type Enumeration, of } from './enumeration.ts';

/** The enumerations of content factories. */
export const factoryEnumerations: Readonly<Record<string, Enumeration>> = {
  MonitoringInterval: of(factories.intervalHours, 'Hours between the end of a scan of an account and its next scan.'),
  FactoryStatus: of(
    factories.factoryStatuses,
    'ACTIVE: the service scans the accounts of the factory. PAUSED: no scan begins.',
  ),
  FactoryPauseReason: of(
    factories.factoryPauseReasons,
    'MANUAL: the owner has paused the factory. NO_CREDITS: the credits did not cover a scan.',
  ),
  FactoryAccountMode: of(
    factories.factoryAccountModes,
    'ACCOUNT: the factory watches all posts of the account. LISTED: it watches only the posts that were added by their addresses.',
  ),
  FactoryAccountStatus: of(
    factories.factoryAccountStatuses,
    'PENDING: the platform has not answered yet. ACTIVE: the platform shows the account. UNAVAILABLE: the platform does not show the account, ' +
      `${factories.failuresUntilUnavailable} requests in a row have failed, or the factory has the account under another name.`,
  ),
  FactoryPostFlag: of(
    factories.factoryPostFlags,
    'Kind of an unusual measurement. VIEWS_FELL, LIKES_FELL, COMMENTS_FELL, SAVES_FELL: the counter has fallen. VIEWS_JUMPED: the views have grown ' +
      'by an unusual factor. GONE: the platform does not show the post any more; the flag ends when it does again.',
  ),
  FactoryEventKind: of(
    factories.factoryEventKinds,
    'factory.post.flagged: a scan has found unusual measurements of posts. factory.paused: the credits did not cover a scan. ' +
      'factory.credits_low: the balance lasts for less than three days.',
  ),
  FactoryAccountOrder: of(
    factories.accountOrders,
    'Order of accounts. A leading - means descending. Unknown values are last in both directions.',
  ),
  FactoryPostOrder: of(
    factories.postOrders,
    'Order of posts. A leading - means descending. Unknown values are last in both directions.',
  ),
  FactoryExport: of(factories.exportedLists, 'List of a factory to export.'),
  HideableField: of(
    factories.hideableFields,
    'Field that a report can hide, together with the values that depend on it. views: also the average and median views and er. likes, ' +
      'comments: also the reactions and er. saves: also its coverage and time. er: also its coverage. posts: the list of posts, all ' +
      'numbers of posts, both coverages, and the average and median views. lastScanned: all times of scans and measurements.',
  ),
};
