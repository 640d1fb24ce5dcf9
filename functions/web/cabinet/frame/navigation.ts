import type { Role } from '../../../../schema/shared/enums.ts';

export interface Section {
  readonly path: string;
  readonly label: string;
  /** Null: for every role, and for people without one. */
  readonly roles: readonly Role[] | null;
  /** Not for people who only work as staff: they have nothing there. */
  readonly isForCustomers?: boolean;
  readonly icon: string;
  /** Other paths of the section. */
  readonly alsoPaths?: readonly string[];
}

/** The sections of the cabinet. The icons are paths of 24 by 24. */
const sections: readonly Section[] = [
  { path: '/cabinet', label: 'Home', roles: null, icon: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6h-6v6H5a1 1 0 0 1-1-1z' },
  {
    path: '/cabinet/orders',
    label: 'Orders',
    roles: ['ADVERTISER'],
    icon: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  },
  {
    path: '/cabinet/lists',
    alsoPaths: ['/cabinet/compare'],
    label: 'Lists',
    roles: ['ADVERTISER'],
    icon: 'M7 4h10v16l-5-4-5 4z',
  },
  { path: '/cabinet/work', label: 'Work', roles: ['ADVERTISER', 'CREATOR'], icon: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16' },
  {
    path: '/cabinet/page',
    alsoPaths: ['/cabinet/channels'],
    label: 'Your page',
    roles: ['CREATOR'],
    icon: 'M5 4h14v16H5zM8 8h8M8 12h8M8 16h5',
  },
  {
    path: '/cabinet/accounts',
    label: 'Accounts',
    roles: ['CREATOR'],
    icon: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5',
  },
  { path: '/cabinet/offers', label: 'Campaign offers', roles: ['CREATOR'], icon: 'M4 12V4h8l8 8-8 8zM8 8h.1' },
  { path: '/cabinet/posts', label: 'Posts', roles: ['CREATOR'], icon: 'M4 5h16v14H4zM10 9l5 3-5 3z' },
  {
    path: '/cabinet/campaigns',
    label: 'Campaigns',
    roles: ['ADVERTISER'],
    icon: 'M4 10v4h4l8 5V5l-8 5zM19 9a4 4 0 0 1 0 6',
  },
  {
    path: '/cabinet/factories',
    label: 'Factories',
    roles: null,
    isForCustomers: true,
    icon: 'M4 20V10l5 3v-3l5 3V4h6v16z',
  },
  {
    path: '/cabinet/wallet',
    label: 'Wallet',
    roles: null,
    isForCustomers: true,
    icon: 'M4 7h15v12H4zM4 7l11-3v3M15 13h4',
  },
  {
    path: '/cabinet/settings',
    label: 'Settings',
    roles: null,
    icon: 'M4 7h10M18 7h2M4 12h2M10 12h10M4 17h8M16 17h4M14 5v4M8 10v4M14 15v4',
  },
  {
    path: '/cabinet/staff',
    label: 'Staff',
    roles: ['STAFF'],
    icon: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  },
];

const isFor = ({ roles: of, isForCustomers = false }: Section, roles: readonly Role[]): boolean =>
  (of === null || of.some((role) => roles.includes(role))) && !(isForCustomers && isStaffAlone(roles));

const isStaffAlone = (roles: readonly Role[]): boolean => roles.length > 0 && roles.every((role) => role === 'STAFF');

/** The sections for these roles. */
export const sectionsFor = (roles: readonly Role[]): readonly Section[] =>
  sections.filter((section) => isFor(section, roles));

/**
 * Whether people with these roles may open the path. A section that the menu does not offer to them is refused. Its
 * objects are not: work that somebody began in a former role must stay within reach, and its operations decide.
 */
export function mayOpen(path: string, roles: readonly Role[]): boolean {
  const section = sections.find((one) => one.path === path);
  return section === undefined || isFor(section, roles);
}

/** The section of a path: the one with the longest path that begins it. */
export const sectionOf = (path: string): Section | undefined =>
  sections
    .flatMap((section) => [section.path, ...(section.alsoPaths ?? [])].map((begin) => ({ section, begin })))
    .filter(({ begin }) => path === begin || path.startsWith(`${begin}/`))
    .toSorted((one, other) => other.begin.length - one.begin.length)[0]?.section;
