import { expect, test } from 'vitest';
import { OperatorContact } from '../../../functions/web/ui/operator-contact.tsx';

test.each([
  ['an address', 'help@castline.example', 'Write to <a href="mailto:help@castline.example?subject=User%207">help@'],
  ['a page', 'https://castline.example/help', 'Write to <a href="https://castline.example/help">castline.example/'],
  ['nothing', null, 'The operator of Castline has not named a contact.'],
])('a page names %s as the contact of the operator', (_, contact, text) => {
  expect(String(OperatorContact({ contact, subject: 'User 7' }))).toContain(text);
});
