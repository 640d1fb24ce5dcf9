/** What a call of a platform's webhook contains, after its signature has been verified. */
export interface PlatformEvents {
  /** The text that the platform wants back, such as a challenge. */
  readonly answer: string | null;
  readonly events: readonly PlatformEvent[];
}

export interface PlatformEvent {
  /** The platform's message id, or the SHA-256 in hex of the raw body where it has none. A repeated delivery has the same. */
  readonly id: string;
  readonly kind: 'GRANT_REVOKED' | 'DATA_DELETION' | 'STORY_ENDED' | 'OTHER';
  /** The account that the event is about; null when it names none. */
  readonly externalId: string | null;
  /** When the platform says that it happened, to the second; missing where it does not say so. A repeated delivery has the same. */
  readonly at?: Date;
  /** STORY_ENDED: the id of the story in the API, and its last views. */
  readonly story?: { readonly mediaId: string; readonly views: number };
}
