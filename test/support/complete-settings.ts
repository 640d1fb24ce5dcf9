/** All settings that a deployment requires. */
export const completeSettings = {
  APP_ENV: 'production',
  BASE_URL: 'https://castline.example/',
  DATABASE_URL: 'postgres://castline_service:secret@db.example/castline',
  UPSTASH_REDIS_REST_URL: 'https://redis.example',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  S3_ENDPOINT: 'https://files.example',
  S3_BUCKET: 'files',
  S3_PUBLIC_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  AUTH_SECRET: 'a secret of at least thirty-two characters',
  SEALING_SECRET: 'a sealing secret of thirty-two characters',
  LINK_SECRET: 'a secret for links of thirty-two characters',
};
