import { codeFrom } from './profile-code-rules.ts';

/** A new code that proves a channel or an account by its profile. */
export function freshCode(): string {
  for (;;) {
    const code = codeFrom(crypto.getRandomValues(new Uint8Array(24)));
    if (code !== null) return code;
  }
}
