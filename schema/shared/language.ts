import * as z from 'zod';
import { lazy } from './lazy.ts';

/** BCP 47 (RFC 5646), in its canonical case. */
export const language = lazy(() =>
  z
    .string()
    .min(2)
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/, 'must be a language code, such as en or pt-BR (BCP 47)')
    .transform((value, context) => {
      try {
        return Intl.getCanonicalLocales(value)[0] ?? value;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be a language code, such as en or pt-BR (BCP 47)' });
        return z.NEVER;
      }
    })
    .meta({ type: 'string', description: 'BCP 47 language tag.', example: 'en-GB' }),
);
