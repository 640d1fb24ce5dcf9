import { Refusal } from '../../../schema/shared/errors.ts';
import type { FailureKind } from '../../../schema/social-accounts/failure-kinds.ts';

/** A failed request to a platform. Its cause is for the log: it contains neither addresses nor credentials. */
export class PlatformFailure extends Refusal {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, cause: unknown, retryAfterSeconds = retryAfter[kind]) {
    super('SERVICE_UNAVAILABLE', messages[kind], { retryAfterSeconds });
    this.kind = kind;
    this.cause = cause instanceof Error ? cause : new Error(String(cause));
  }
}

/** The platform sent no answer in time. Another request would wait as long. */
export class NoAnswer extends PlatformFailure {
  constructor(cause: unknown) {
    super('SILENT', cause);
  }
}

/** Whether a failed request says that others would fail, too: the platform is away or limits us, or refuses the credential. */
export const isFailureOfAll = (error: Refusal): boolean =>
  error instanceof NoAnswer || (error instanceof PlatformFailure && !ofOne.includes(error.kind));

/** Whether the grant that asked is refused, or does not suffice. */
export const isRefusedGrant = (error: unknown): boolean =>
  error instanceof PlatformFailure && (error.kind === 'NOT_GRANTED' || error.kind === 'GRANT_REFUSED');

const ofOne: readonly FailureKind[] = ['SILENT', 'DECLINED', 'ABSENT'];

const retryAfter: Readonly<Record<FailureKind, number>> = {
  SILENT: 60,
  REFUSED: 60,
  DECLINED: 60,
  LIMITED: 60,
  OVER_BUDGET: 3_600,
  NOT_GRANTED: 3_600,
  GRANT_REFUSED: 3_600,
  ABSENT: 3_600,
};

const connectAgain = 'The platform refuses the connection of the account. Connect it again.';
const messages: Readonly<Record<FailureKind, string>> = {
  SILENT: 'The platform is unavailable. Try again later.',
  REFUSED: 'The platform is unavailable. Try again later.',
  DECLINED: 'The platform refuses this request. Try again later.',
  LIMITED: 'The platform refuses more requests at the moment. Try again later.',
  OVER_BUDGET: 'The limit of requests to the platform is reached. Try again later.',
  NOT_GRANTED: connectAgain,
  GRANT_REFUSED: connectAgain,
  ABSENT: 'The platform does not show the account at the moment. Try again later.',
};

/** The failure of a picture that the platform returned, or did not return. */
export function unusablePicture(cause: string): Refusal {
  const refusal = new Refusal('SERVICE_UNAVAILABLE', 'The platform returned no usable picture.', {
    retryAfterSeconds: retryAfter.SILENT,
  });
  refusal.cause = new Error(cause);
  return refusal;
}
