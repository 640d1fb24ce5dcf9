declare const shape: unique symbol;

/** The text of a JSON document whose shape the type names. The expression that composes the text names it, and a test parses it by its schema. */
export type JsonText<T> = string & { readonly [shape]: T };

export const parsed = <T>(text: JsonText<T>): T => JSON.parse(text);
