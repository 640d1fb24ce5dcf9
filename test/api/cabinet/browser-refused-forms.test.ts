import { afterAll, expect, test } from 'vitest';
import { isBrowserHere, openBrowser } from '../../support/browser.ts';
import { anOwner } from '../../support/cabinet/owned.ts';
import { refusedPages } from '../../support/cabinet/refused-pages.ts';
import { faultsOfGiven } from '../../support/cabinet/shown-at.ts';
import { signedIn } from '../../support/cabinet/signed-in.ts';
import { visitorOf } from '../../support/cabinet/visitor.ts';
import { assignmentsOf } from '../../support/market/assignments.ts';
import { marketOf } from '../../support/market/market.ts';
import { shared } from '../../support/stack/shared.ts';

const { baseUrl } = shared;
const market = marketOf(shared);
afterAll(() => market.close());

/** Each form that a page shows to its owner, refused. */
async function refusedForms() {
  const owned = await anOwner(market, shared);
  const creator = { id: owned.person.userId, publicId: '' };
  const proofModes = ['PUBLIC_VOD', 'PRIVATE_FILE'];
  const accepted = await assignmentsOf(market, baseUrl).assignmentIn('ACCEPTED', { creator, proofModes });
  return refusedPages({
    owned,
    owner: await signedIn(baseUrl, owned.person),
    staff: await visitorOf(market, baseUrl, await market.aUser(['STAFF'])),
    others: { '/cabinet/work/:id': [accepted.id, owned.ids.dispute].map((id) => `/cabinet/work/${id}`) },
  });
}

test.runIf(isBrowserHere)(
  'a refused form shows each kind of field and its error in valid HTML, without a fault of accessibility, within the screen',
  async () => {
    const forms = await refusedForms();
    const browser = await openBrowser();
    const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
    const faulty: Record<string, unknown[]> = {};
    for (const [row, form] of forms.entries()) {
      const found = await faultsOfGiven(page, baseUrl, form, row);
      const isRefused = form.shown.status === 400 && form.shown.html.includes(' data-focus="');
      if (!isRefused || found.length > 0) faulty[form.name] = [form.shown.status, ...found];
    }
    expect(faulty).toEqual({});
    expect(forms.length).toBeGreaterThan(5);
    await browser.close();
  },
);
