/** The maximal size of a picture from a platform. */
export const maxPictureBytes = 2 * 1024 * 1024;
/** The minimal time between two attempts, in seconds. */
export const pictureRefreshSeconds = 60;
/** Characters of the name of an account, as its table limits them. */
export const maxHandleLength = 100;
/** Accounts of a user that are neither sold nor deleted. */
export const maxAccounts = 50;
/** Checks with one code. */
export const maxChecks = 10;
/** Snapshots in one answer. */
export const maxSnapshots = 100;
/** Minutes in which a connection must return. */
export const connectionMinutes = 10;
/** The open sign-ins of a user. When one more begins, the oldest becomes void. */
export const maxOpenConnections = 20;
