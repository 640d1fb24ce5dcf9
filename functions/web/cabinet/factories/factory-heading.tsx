import type { Child } from 'hono/jsx';
import type { FactoryView } from '../../../../schema/factories/factory.ts';
import { exactly } from '../../ui/format.ts';
import { Heading } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';

export const factoriesPath = '/cabinet/factories';
export const pathOf = (id: number | string): string => `${factoriesPath}/${id}`;

const tabs = [
  ['', 'Dashboard'],
  ['/accounts', 'Accounts'],
  ['/posts', 'Posts'],
  ['/tags', 'Tags'],
  ['/share-links', 'Share links'],
  ['/credits', 'Credits'],
  ['/settings', 'Settings'],
] as const;

interface Props {
  readonly factory: Pick<FactoryView, 'name'> & Partial<Pick<FactoryView, 'status' | 'pauseReason' | 'neededCredits'>>;
  readonly id: number | string;
  readonly path: string;
  readonly children?: Child;
}

/** The heading of each page of a factory, with the links to the others. */
export const FactoryHeading = ({ factory, id, path, children }: Props) => (
  <>
    <Heading
      title={factory.name}
      back={{ href: factoriesPath, label: 'Factories' }}
      about={factory.status !== undefined && <FactoryStatus status={factory.status} />}
    >
      {children}
    </Heading>
    <nav class="tabs" aria-label="Factory">
      {tabs.map(([end, label]) => (
        <a href={pathOf(id) + end} {...(pathOf(id) + end === path && { 'aria-current': 'page' as const })}>
          {label}
        </a>
      ))}
    </nav>
    {factory.pauseReason === 'NO_CREDITS' && (
      <p class="warning">
        The factory is paused: your credits did not cover a scan.{' '}
        {factory.neededCredits != null && <>Its next scan needs {exactly(factory.neededCredits)} credits. </>}
        <a href="/cabinet/factories/credits#buy">Buy credits</a>: the factory scans again when your balance covers its
        next scan.
      </p>
    )}
    {factory.pauseReason === 'MANUAL' && (
      <p class="warning">
        You have paused the factory. Nothing is scanned until you resume it in its{' '}
        <a href={`${pathOf(id)}/settings`}>settings</a>.
      </p>
    )}
  </>
);

export const FactoryStatus = ({ status }: Pick<FactoryView, 'status'>) => (
  <Status of={status} tone={status === 'ACTIVE' ? 'good' : 'open'} />
);
