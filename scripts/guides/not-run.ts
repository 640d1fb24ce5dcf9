import { type Block, shellBlocks } from './blocks.ts';

/** A block of commands that CI only checks for valid syntax: its first words, and the reason. */
export interface NotRun {
  readonly file: string;
  readonly begins: string;
  readonly why: string;
}

const cloudflare = 'needs a Cloudflare account';

export const notRun: readonly NotRun[] = [
  { file: 'README.md', begins: 'npm ci && npm start', why: 'starts the service that the other commands call' },
  { file: 'docs/webhooks.md', begins: 'WEBHOOK_TRUSTED_ORIGINS=', why: 'starts the service once more' },
  {
    file: 'docs/deploy.md',
    begins: "export MIGRATION_DATABASE_URL='postgres://castline_owner:…@",
    why: 'needs a database at Neon',
  },
  { file: 'docs/deploy.md', begins: 'npm run provision', why: cloudflare },
  {
    file: 'docs/deploy.md',
    begins: "export MIGRATION_DATABASE_URL='postgres://castline_owner:…' CONTACT",
    why: cloudflare,
  },
  { file: 'docs/deploy.md', begins: 'curl -X POST https://api.twitch.tv', why: 'needs an application at Twitch' },
  { file: 'docs/deploy.md', begins: 'npm run deploy', why: cloudflare },
  { file: 'docs/deploy.md', begins: 'MIGRATION_DATABASE_URL=', why: 'needs the database of a deployed service' },
  { file: 'docs/deploy.md', begins: 'npx wrangler deployments list', why: cloudflare },
  { file: 'docs/deploy.md', begins: 'pg_dump', why: 'needs the client programs of Postgres 18' },
  { file: 'docs/deploy.md', begins: 'pg_restore', why: 'needs the client programs of Postgres 18' },
];

const isNotRun = ({ file, text }: Block): boolean =>
  notRun.some((one) => one.file === file && text.startsWith(one.begins));

export const runBlocks: readonly Block[] = shellBlocks.filter((block) => !isNotRun(block));
