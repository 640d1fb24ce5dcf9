import type { Scope } from '../../../schema/shared/enums.ts';

/** The scopes of API keys in words. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  read: 'read your data',
  write: 'change orders, work, files and money',
};

export const inScopeWords = (scopes: readonly Scope[]): string => scopes.map((scope) => scopeWords[scope]).join(', ');
