export const tag = 'Content factories';

/** A read of the owner, with a key or a token. */
export const read = {
  method: 'get',
  access: 'participant',
  tag,
  success: 200,
  idempotency: 'none',
  rate: 'read',
} as const;

/** A change by the owner, with a token. */
export const change = { access: 'token', tag, idempotency: 'optional', rate: 'write' } as const;
