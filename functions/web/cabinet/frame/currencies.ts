/** The one sentence where amounts of campaigns and of the wallet are beside each other. */
export const currencyNote = 'Campaign amounts are in USD, wallet amounts in USDT. Castline counts one USDT as one USD.';
