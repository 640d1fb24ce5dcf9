/** The desk of staff. */
export const staff = `
.audience-rows { margin-top: .5rem; }
.audience-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.5rem, 1fr)); gap: .5rem; align-items: start; }
.audience-row > button { align-self: center; justify-self: start; }
.part-foot { margin-top: .875rem; }
.narrow-panel { max-width: 34rem; }
.payment-reference { margin-block: 1rem; overflow-wrap: anywhere; }
.list .breaks { overflow-wrap: anywhere; }
.facts-actions { display: flex; flex-wrap: wrap; gap: .625rem; margin-top: 1rem; }
.list td details:not(.confirm) { min-width: 0; max-width: 26rem; }
.list pre.code { margin-block: .5rem; padding: .625rem .75rem; font-size: .8125rem; }
`;
