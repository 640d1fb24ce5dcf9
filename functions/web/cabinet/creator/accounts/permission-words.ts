/** The scopes that the service asks the platforms for, in words. */
const words: Readonly<Record<string, string>> = {
  'https://www.googleapis.com/auth/youtube.readonly': 'read your channel and its videos',
  'https://www.googleapis.com/auth/yt-analytics.readonly': 'read the statistics of your audience',
  'user.info.basic': 'read your name and picture',
  'user.info.profile': 'read your profile',
  'user.info.stats': 'read your numbers of followers, likes and videos',
  'video.list': 'read your public videos',
  instagram_business_basic: 'read your profile and posts',
  instagram_business_manage_insights: 'read the statistics of your account and posts',
  'tweet.read': 'read your posts',
  'users.read': 'read your profile',
  'offline.access': 'stay connected while you are away',
  'user:read': 'read your profile',
  'channel:read': 'read your channel',
  'events:subscribe': 'get notified of events on your channel',
};

/** What a scope of a platform allows. One that the service has not asked for keeps its name. */
export const permissionWords = (scope: string): string =>
  (Object.hasOwn(words, scope) ? words[scope] : undefined) ?? scope;
