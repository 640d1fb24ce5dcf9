/** A form as it was sent and refused. */
export interface Refused {
  readonly sent: URLSearchParams;
  readonly refusal: {
    readonly code: string;
    readonly message: string;
    readonly details?: { readonly issues?: readonly { readonly path: string; readonly message: string }[] };
  };
}
