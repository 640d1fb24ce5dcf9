export const signInComponents = {
  SignInError: {
    type: 'object' as const,
    description: 'An error of `/api/auth`. It has its own codes, such as INVALID_EMAIL_OR_PASSWORD.',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string' as const },
      message: { type: 'string' as const },
      challenge: {
        type: 'string' as const,
        description: 'Only with SIGN_IN_CODE_REQUIRED: send it with the code from the email.',
      },
    },
  },
};
