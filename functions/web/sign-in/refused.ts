/** A form as it was sent and refused. */
export interface Refused {
  readonly sent: URLSearchParams;
  /** Where people write to the operator: an email address or an https URL. */
  readonly operatorContact: string | null;
  readonly requestId: string;
  readonly refusal: {
    readonly code: string;
    readonly message: string;
    /** Of a sign-in that needs a code: what the browser sends with it. */
    readonly challenge?: string | undefined;
    readonly details?: { readonly issues?: readonly { readonly path: string; readonly message: string }[] };
  };
}
