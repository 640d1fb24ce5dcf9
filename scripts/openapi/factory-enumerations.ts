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
  HideableField: of(
    factories.hideableFields,
    'What a report can hide, each with everything that depends on it: views, likes and comments with the reactions and the engagement ' +
      'rate (er), saves with its coverage, posts with the numbers of posts and the coverages, lastScanned with the times of measurements.',
  ),
};
