const post = {
  id: 'Id of the post in this factory.',
  factoryAccountId: 'Id of the account that published the post, in this factory.',
  url: 'URL of the post at the platform; null if it is not known.',
  title: 'Title, as the platform showed it last; null if the post has no title, or before the first scan.',
  coverUrl: 'URL of a stored picture. It expires. null if there is no picture, none may be stored, or in a report.',
  durationSeconds: 'Length of the video in seconds; null for other posts, and if the length is not known.',
  hashtags: 'Hashtags without #, in the order of the text.',
  lastScannedAt: 'Time of the last answer of the platform for the post; null before the first answer.',
  tags: 'The tags of its account, sorted by name.',
  flags: 'Unusual measurements, the earliest first.',
  'flags.flag': 'Kind of the unusual measurement.',
  'flags.at': 'Time of the latest measurement with this flag.',
};
const account = {
  id: 'Id of the account in this factory.',
  handle: 'Name of the account: as given until the platform has answered, then as the platform shows it.',
  title: 'Display name of the account; null until the platform has answered.',
  mode: 'ACCOUNT: all posts of the account are watched. LISTED: only the posts that were added by their addresses.',
  posts: 'Number of its posts that match the filters. Without filters: all posts that the factory has found.',
  lastScannedAt: 'Time of the latest scan; null before the first one.',
  nextScanAt:
    'Time of the next request to the platform; null while the factory is paused, and if the factory has the account under another name.',
  avatarUrl: 'URL of a stored picture. It expires. null if there is no picture, none may be stored, or in a report.',
  metrics: 'Metrics of its posts that match the filters.',
  reasons:
    'Reasons for missing metrics. UNAVAILABLE: the status is UNAVAILABLE. NOT_GRANTED: the connection of the account has ended. ' +
    "WITHHELD: its owner has not consented, or the platform's terms or the operator withhold the metrics.",
  tags: 'Tags of the account, sorted by name.',
};
const metrics = {
  erCoverage: 'Number of posts that have views, likes and comments in one measurement, and of all posts.',
  savesCoverage: 'Number of posts with known saves, and of all posts. If the numbers differ, saves is a partial sum.',
  updatedAt: 'Time of the oldest measurement that views, likes, comments and er use; null if there is none.',
  savesUpdatedAt: 'Time of the oldest measurement that saves uses; null if there is none.',
};

const summary = {
  publications: 'Number of posts that match the filters.',
  averageViews: 'Mean of the known views of the posts, rounded half up; null if no views are known.',
  medianViews: 'Median of the known views of the posts, rounded half up; null if no views are known.',
  er: 'Mean of the engagement rates of the posts, with two decimals. Use totals.er instead.',
};

const of = (component: string, texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [`${component}.${name}`, text]));

/** Texts for the rows that a factory and its reports share. */
export const factories: Readonly<Record<string, string>> = {
  ...of('FactoryPost', post),
  ...of('ReportPost', post),
  'ReportPost.flags':
    'Unusual measurements, the earliest first. If the report hides lastScanned, they are sorted by the names of the flags.',
  ...of('FactoryAccount', account),
  ...of('FactoryAccountDetail', account),
  ...of('ReportAccount', account),
  ...of('FactorySummary', summary),
  'FactorySummary.totals': 'Metrics of all posts that match, with the coverage and the times of the measurements.',
  ...of('ReportSummary', summary),
  'ReportSummary.totals': 'Last known metrics of all posts that match the filters.',
  ...of('FactoryMetrics', metrics),
  ...of('ReportMetrics', metrics),
};
