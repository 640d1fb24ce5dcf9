/**
 * Leads to a private file in the object store. The address is signed when the link is followed, so it cannot expire while somebody reads the
 * page with the link.
 */
export const toStoredFile = ({ url }: { readonly url: string }): Response =>
  new Response(null, {
    status: 303,
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
