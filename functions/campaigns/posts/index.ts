export { scanUndecidedPosts } from './scan-undecided-posts.ts';
export { viewsSeenSince } from './view.ts';
