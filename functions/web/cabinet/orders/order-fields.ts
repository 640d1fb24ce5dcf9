import { instant, integer, text } from '../../ui/forms/field-kinds.ts';
import type { FieldKinds } from '../../ui/forms/read-fields.ts';
import { rightsOf } from '../rights/rights-text.ts';

/** The fields of the items of an order. The field of the quantity also names the service and its discount: they are chosen together. */
export const itemFields: FieldKinds = {
  expectedVersion: integer,
  'items.*.quantity': text,
  'items.*.dueAt': instant,
  'items.*.brief': text,
  'items.*.rights': text,
  'items.*.results.*.expectedAt': instant,
};

/** What is chosen together: `318:5:1000` is five of the service 318, with its discount of 10 %. */
export interface ChosenPackage {
  readonly serviceListingId: number;
  readonly quantity: number;
  readonly discountBps: number;
}

export const packageValue = ({ serviceListingId, quantity, discountBps }: ChosenPackage): string =>
  `${serviceListingId}:${quantity}:${discountBps}`;

export function packageIn(value: string): ChosenPackage | null {
  const [, serviceListingId, quantity, discountBps] = /^(\d{1,15}):(\d{1,2}):(\d{1,5})$/.exec(value) ?? [];
  if (serviceListingId === undefined) return null;
  return { serviceListingId: Number(serviceListingId), quantity: Number(quantity), discountBps: Number(discountBps) };
}

/** The body of the operation that keeps the items. */
export function itemsBody({ items, ...given }: Readonly<Record<string, unknown>>): unknown {
  return { ...given, items: rowsIn(items).map(itemOf) };
}

function itemOf({ quantity, rights, results, ...given }: Readonly<Record<string, unknown>>): unknown {
  const chosen = packageIn(String(quantity ?? ''));
  return {
    ...given,
    ...(chosen ?? { quantity: 0 }),
    rights: rightsOf(String(rights ?? '')),
    results: rowsIn(results),
  };
}

const rowsIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];
