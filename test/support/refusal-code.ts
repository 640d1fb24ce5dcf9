import { Refusal } from '../../schema/shared/errors.ts';

/** The code of a refused decision, or 'allowed'. */
export function codeOf(attempt: () => unknown): string {
  try {
    attempt();
    return 'allowed';
  } catch (error) {
    return error instanceof Refusal ? error.code : 'a defect';
  }
}
