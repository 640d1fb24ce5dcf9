import type { Choice } from '../../ui/forms/inputs.tsx';

export const roleChoices: readonly Choice[] = [
  { value: 'ADVERTISER', label: 'Advertiser', hint: 'You order work from creators, and run campaigns.' },
  { value: 'CREATOR', label: 'Creator', hint: 'You publish a page with prices, and are paid for your work.' },
];
