/** What the person at the keyboard can put right: told as one sentence, never as a stack. */
export class SetupProblem extends Error {
  override name = 'SetupProblem';
}
