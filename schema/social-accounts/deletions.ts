/** Meta calls this address for a deletion. Below it a page shows each deletion by its confirmation code. */
export const deletionPath = '/platform-events/instagram/data-deletion';
