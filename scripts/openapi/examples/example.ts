export interface Example {
  readonly body?: unknown;
  readonly answer?: unknown;
  /** The description of the answer. By default that of its component. */
  readonly success?: string;
}
