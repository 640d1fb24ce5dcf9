export interface Example {
  readonly body?: unknown;
  readonly answer?: unknown;
}
