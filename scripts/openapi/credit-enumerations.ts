import { creditEntryKinds, creditReasons } from '../../schema/factories/factory-terms.ts';
import { type Enumeration, of } from './enumeration.ts';

/** The enumerations of credits. */
export const creditEnumerations: Readonly<Record<string, Enumeration>> = {
  CreditEntryKind: of(creditEntryKinds, 'CREDIT: the balance rose. DEBIT: it fell.'),
  CreditReason: of(
    creditReasons,
    'PURCHASE: the user bought credits. GRANT: staff added credits. SCAN: a scan of an account was paid.',
  ),
};
