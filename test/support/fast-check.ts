import * as fc from 'fast-check';

const { FUZZ_SEED } = process.env;

/**
 * What random tests begin with. The same everywhere, so that a change is never refused for what chance found in something
 * else; FUZZ_SEED=random looks further, and FUZZ_SEED=N repeats what a failure named.
 */
export const fuzzSeed = FUZZ_SEED === 'random' ? Date.now() % 2 ** 31 : Number(FUZZ_SEED ?? 20_261_121);
if (!Number.isSafeInteger(fuzzSeed) || FUZZ_SEED === '') throw new Error('FUZZ_SEED is a whole number, or "random".');
fc.configureGlobal({ seed: fuzzSeed });

export { fc };
