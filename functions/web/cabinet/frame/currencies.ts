/** The one sentence where amounts of campaigns and of the wallet are beside each other. */
export const currencyNote = 'Campaigns are in USD, and the wallet is in USDT: one USDT for each USD.';
