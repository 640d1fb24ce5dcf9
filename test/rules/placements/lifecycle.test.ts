import { describe, expect, test } from 'vitest';
import { assignmentStatuses } from '../../../schema/shared/enums.ts';
import { lifecycleDocument } from '../../../scripts/lifecycle/document.ts';
import { arrowsOf, endsOf, stateDiagram } from '../../../scripts/lifecycle/state-diagram.ts';

const diagrams = [...lifecycleDocument().matchAll(/```mermaid\n(.*?)\n```/gs)].map(([, body = '']) => body.split('\n'));

describe('the lifecycle diagrams', () => {
  // Mermaid's grammar of state diagrams: a colon or a semicolon in a description would begin a new part.
  const arrow = /^ {2}(\[\*\]|[A-Z_]+) --> (\[\*\]|[A-Z_]+)(?: : [^:;\n]+)?$/;
  const keyword = /^(state|note|end|direction|default|class|classDef|click|style|scale|as)$/i;

  test('cover each table, with one partial diagram, in lines that mermaid reads', () => {
    expect(diagrams).toHaveLength(12);
    for (const [first, ...lines] of diagrams) {
      expect(first).toBe('stateDiagram-v2');
      expect(lines.length).toBeGreaterThan(4);
      for (const line of lines) {
        const [, from = '', to = ''] = arrow.exec(line) ?? [];
        expect([from === '', keyword.test(from), keyword.test(to)], line).toEqual([false, false, false]);
      }
      const ways = lines.map((line) => line.split(' : ')[0]);
      expect(new Set(ways).size).toBe(ways.length);
    }
  });

  // By hand.
  test.each([
    '  PENDING --> EXPIRED : acceptBy passes (system), refund',
    '  SUBMITTED --> APPROVED : approve (advertiser or system), payout',
    '  DISPUTED --> RESOLVED : resolve SPLIT (staff), split',
    '  DISPUTED --> DISPUTED : statements (advertiser or creator)',
    '  ACCEPTED --> SUBMITTED : submit (creator)',
    '  ACCEPTED --> CANCELLED : cancel (creator or advertiser), refund<br/>accept a proposal to cancel (creator), refund',
    '  CHANGES_REQUESTED --> CANCELLED : cancel (creator or advertiser), refund<br/>accept a proposal to cancel (creator), refund',
    '  ACCEPTED --> ACCEPTED : change-proposals (advertiser or creator)<br/>decide on or withdraw a proposal (advertiser or creator)',
    '  QUOTED --> FUNDED : checkout (advertiser), price and brand fee are reserved',
    '  PENDING --> REJECTED : complete (owner), the file differs or is damaged',
    '  PENDING_REVIEW --> VERIFIED : approve (staff)<br/>the code is in the bio (system)',
    '  BLOCKED --> ACTIVE : unblock (staff)',
    '  OPEN --> NONE : 24 hours without a recording (system)<br/>give up the account (creator)',
  ])('contain %s', (line) => expect(diagrams.flat()).toContain(line));

  test('show every status of an assignment', () => {
    const text = diagrams.flat().join('\n');
    for (const status of assignmentStatuses) expect(text).toMatch(new RegExp(`--> ${status}\\b`));
  });

  test('follow the tables: an added transition adds an arrow', () => {
    const life = { OPEN: { shut: 'SHUT', look: ['OPEN', 'SHUT'] }, SHUT: {} };
    const begins = [{ to: 'OPEN', label: 'make' }];
    expect(
      stateDiagram({ begins, arrows: arrowsOf(life, (action) => action), ends: endsOf(life) }).split('\n'),
    ).toEqual([
      ...['```mermaid', 'stateDiagram-v2', '  [*] --> OPEN : make', '  OPEN --> SHUT : shut<br/>look'],
      ...['  OPEN --> OPEN : look', '  SHUT --> [*]', '```'],
    ]);
  });
});
