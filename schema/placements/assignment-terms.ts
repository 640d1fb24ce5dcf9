export const assignmentActions = [
  'accept',
  'decline',
  'submit',
  'approve',
  'request-changes',
  'cancel',
  'issues',
  'change-proposals',
  'statements',
] as const;
