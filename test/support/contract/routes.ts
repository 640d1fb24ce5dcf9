import { isMutation, type Operation, pathsOf } from '../../../schema/shared/operation.ts';
import type { RawRequest } from './raw.ts';

export type Via = 'key' | 'token' | 'none';

/** One path and one kind of credential of an operation. */
export interface Route {
  readonly operation: Operation;
  readonly via: Via;
  /** The full path, with parameters in braces. */
  readonly path: string;
}

/** Every route of every operation: operations of participants have two. */
export const routesOf = (operations: readonly Operation[]): Route[] =>
  operations.flatMap((operation) =>
    pathsOf(operation).map((path, index, paths) => ({ operation, path, via: viaOf(operation, index, paths.length) })),
  );

/** One route of every operation. The routes of operations with two take turns, so that both kinds of path are among them. */
export function oneRouteOfEach(operations: readonly Operation[]): Route[] {
  let turn = 0;
  return operations.flatMap((operation) => {
    const routes = routesOf([operation]);
    const chosen = routes.length > 1 ? routes[turn++ % routes.length] : routes[0];
    return chosen ? [chosen] : [];
  });
}

function viaOf({ access }: Operation, index: number, paths: number): Via {
  if (access === 'guest') return 'none';
  return paths === 2 && index === 0 ? 'key' : 'token';
}

/** The parts of a request without its credential. */
export interface Prepared {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
  /** Of a caller of its own, for a request that ends the access of its caller. */
  readonly credential?: readonly (readonly [string, string])[];
  /** The user of this credential. */
  readonly callerId?: number;
}

/** The parts of a request that a test can change one by one. */
export interface RequestParts extends Prepared {
  /** The header lines with the credential. */
  readonly credential: readonly (readonly [string, string])[];
  /** The values of the Idempotency-Key headers; a new key by default. */
  readonly keys?: readonly string[];
  readonly contentType?: string | null;
  /** The bytes of the body; by default `body` as JSON. */
  readonly bytes?: string | Uint8Array | undefined;
  readonly more?: readonly (readonly [string, string])[];
  readonly isWhole?: boolean;
  readonly method?: string;
}

export const pathOf = (path: string, params: Readonly<Record<string, string>> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

export function requestTo({ operation, path }: Route, requested: RequestParts): RawRequest {
  const bytes = requested.bytes ?? (requested.body === undefined ? undefined : JSON.stringify(requested.body));
  const contentType = requested.contentType === undefined ? 'application/json' : requested.contentType;
  const isKeyed = operation.idempotency !== 'none' || requested.keys !== undefined;
  const keys = requested.keys ?? [crypto.randomUUID()];
  const lines = [
    ...requested.credential,
    ...(bytes !== undefined && contentType !== null ? [['Content-Type', contentType] as const] : []),
    ...(isKeyed ? keys.map((key) => ['Idempotency-Key', key] as const) : []),
    ...(requested.more ?? []),
  ];
  // A mutation without a body sends Content-Length: 0, because intermediaries require a length.
  const isEmpty = bytes === undefined && isMutation(operation) && requested.isWhole !== false;
  return {
    method: requested.method ?? operation.method.toUpperCase(),
    target: pathOf(path, requested.params) + (requested.query ? `?${requested.query}` : ''),
    headers: isEmpty ? [...lines, ['Content-Length', '0']] : lines,
    ...(bytes !== undefined && { body: bytes }),
    ...(requested.isWhole !== undefined && { isWhole: requested.isWhole }),
  };
}

export const bearer = (credential: string): [string, string][] => [['Authorization', `Bearer ${credential}`]];

/** The same body with an unknown field. */
export const withUnknownField = ({ body }: Prepared): unknown => ({ ...Object(body), unheardOf: 1 });
