import * as factories from '../../schema/factories/factory-terms.ts';
import { type Enumeration, of } from './enumeration.ts';

/** The enumerations of content factories. */
export const factoryEnumerations: Readonly<Record<string, Enumeration>> = {
  MonitoringInterval: of(factories.intervalHours, 'Hours between the end of a scan of an account and its next scan.'),
  FactoryStatus: of(factories.factoryStatuses, 'ACTIVE: its accounts are scanned. PAUSED: no scan begins.'),
  FactoryPauseReason: of(
    factories.factoryPauseReasons,
    'MANUAL: its owner has paused it. NO_CREDITS: the credits did not cover a scan.',
  ),
  FactoryAccountMode: of(
    factories.factoryAccountModes,
    'ACCOUNT: all posts of the account are watched. LISTED: only posts that were added by their addresses.',
  ),
  FactoryAccountStatus: of(
    factories.factoryAccountStatuses,
    'PENDING: the platform was not asked yet. ACTIVE: found. UNAVAILABLE: the platform does not show the account, or the factory has it ' +
      'under another name.',
  ),
  FactoryPostFlag: of(
    factories.factoryPostFlags,
    'An unusual measurement. VIEWS_FELL, LIKES_FELL, COMMENTS_FELL, SAVES_FELL: the counter has fallen. VIEWS_JUMPED: the views have grown ' +
      'by an unusual factor. GONE: the platform does not show the post any more.',
  ),
  FactoryEventKind: of(
    factories.factoryEventKinds,
    'factory.post.flagged: a scan has found unusual measurements of posts. factory.paused: the credits did not cover a scan. ' +
      'factory.credits_low: the balance lasts for less than three days.',
  ),
  FactoryAccountOrder: of(
    factories.accountOrders,
    'Order of accounts. A leading - means descending. Unknown values come last either way.',
  ),
  FactoryPostOrder: of(
    factories.postOrders,
    'Order of posts. A leading - means descending. Unknown values come last either way.',
  ),
  FactoryExport: of(factories.exportedLists, 'The list of a factory that is exported.'),
  HideableField: of(
    factories.hideableFields,
    'What a report can hide, each with everything that depends on it: views, likes and comments with the reactions and the engagement ' +
      'rate (er), saves with its coverage, posts with the numbers of posts and the coverages, lastScanned with the times of measurements.',
  ),
};
