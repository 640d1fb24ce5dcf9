/** Random and racing tests have two depths: a quick one in `npm test`, and the full one in `npm run test:deep`. */
export const depth = (quick: number, full: number): number => (process.env.TEST_DEPTH === 'full' ? full : quick);
