import { Refusal } from '../../schema/shared/errors.ts';

/** What a pure decision refuses with, or 'allowed'. */
export function codeOf(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return error instanceof Refusal ? error.code : 'a defect';
  }
}
