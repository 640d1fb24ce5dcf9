/** One line of JSON: what operators search by is `event`, what they alert on is the level `error`. */
export const log = (level: 'info' | 'warn' | 'error', event: string, facts: object): void =>
  console.log(JSON.stringify({ level, event, ...facts }));
