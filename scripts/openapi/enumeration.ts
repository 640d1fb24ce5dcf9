export interface Enumeration {
  readonly values: readonly (string | number)[];
  readonly description: string;
}

export const of = (values: readonly (string | number)[], description: string): Enumeration => ({ values, description });
