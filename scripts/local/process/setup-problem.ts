/** A problem that the user can solve, printed as one sentence without a stack trace. */
export class SetupProblem extends Error {
  override name = 'SetupProblem';
}
