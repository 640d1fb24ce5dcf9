/** Random and racing tests have two depths: a quick one in `npm test`, and the full one in `npm run test:deep`. */
export const depth = <T>(quick: T, full: T): T => (process.env.TEST_DEPTH === 'full' ? full : quick);
