import { life } from '../../functions/factories/factories/rules.ts';
import { arrowsOf, by, stateDiagram } from './state-diagram.ts';

export const factoryDiagram = (): string =>
  stateDiagram({
    begins: [{ to: 'ACTIVE', label: 'create (owner)' }],
    arrows: [
      ...arrowsOf(life, by('owner')),
      { from: 'ACTIVE', to: 'PAUSED', label: 'the credits do not cover a scan (system)' },
      { from: 'PAUSED', to: 'ACTIVE', label: 'buy credits (owner), unless the owner has paused it' },
      ...(['ACTIVE', 'PAUSED'] as const).map((from) => ({ from, to: '[*]', label: 'delete (owner)' })),
    ],
    ends: [],
  });
