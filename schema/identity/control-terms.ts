export const controls = ['publication'] as const;
