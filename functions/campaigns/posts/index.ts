export { scanUndecidedPosts } from './scan-undecided-posts.ts';
