import { isMutation, type Operation, pathsOf } from '../../../schema/shared/operation.ts';
import type { RawRequest } from './raw.ts';

export type Via = 'key' | 'token' | 'none';

/** One way to reach an operation. */
export interface Door {
  readonly operation: Operation;
  readonly via: Via;
  /** The whole path, parameters in braces. */
  readonly path: string;
}

/** Every way to reach every operation: participants' ones have two. */
export const doorsOf = (operations: readonly Operation[]): Door[] =>
  operations.flatMap((operation) =>
    pathsOf(operation).map((path, index, paths) => ({ operation, path, via: viaOf(operation, index, paths.length) })),
  );

function viaOf({ access }: Operation, index: number, paths: number): Via {
  if (access === 'guest') return 'none';
  return paths === 2 && index === 0 ? 'key' : 'token';
}

/** What a request says beside its credential. */
export interface Prepared {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

/** The parts of a request that a test may change one by one. */
export interface Asked extends Prepared {
  /** The lines that carry the credential. */
  readonly credential: readonly (readonly [string, string])[];
  /** The lines that carry the Idempotency-Key: a fresh one where none are given. */
  readonly keys?: readonly string[];
  readonly contentType?: string | null;
  /** The body as it goes out; otherwise that of `body` as JSON. */
  readonly bytes?: string | Uint8Array | undefined;
  readonly more?: readonly (readonly [string, string])[];
  readonly isWhole?: boolean;
  readonly method?: string;
}

export const pathOf = (path: string, params: Readonly<Record<string, string>> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

export function requestTo({ operation, path }: Door, asked: Asked): RawRequest {
  const bytes = asked.bytes ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
  const contentType = asked.contentType === undefined ? 'application/json' : asked.contentType;
  const isKeyed = operation.idempotency !== 'none' || asked.keys !== undefined;
  const keys = asked.keys ?? [crypto.randomUUID()];
  const lines = [
    ...asked.credential,
    ...(bytes !== undefined && contentType !== null ? [['Content-Type', contentType] as const] : []),
    ...(isKeyed ? keys.map((key) => ['Idempotency-Key', key] as const) : []),
    ...(asked.more ?? []),
  ];
  // A mutation without a body says so: intermediaries insist on a length.
  const isEmpty = bytes === undefined && isMutation(operation) && asked.isWhole !== false;
  return {
    method: asked.method ?? operation.method.toUpperCase(),
    target: pathOf(path, asked.params) + (asked.query ? `?${asked.query}` : ''),
    headers: isEmpty ? [...lines, ['Content-Length', '0']] : lines,
    ...(bytes !== undefined && { body: bytes }),
    ...(asked.isWhole !== undefined && { isWhole: asked.isWhole }),
  };
}

export const bearer = (credential: string): [string, string][] => [['Authorization', `Bearer ${credential}`]];

/** The same body with a field that no operation knows. */
export const withUnknownField = ({ body }: Prepared): unknown => ({ ...Object(body), unheardOf: 1 });
