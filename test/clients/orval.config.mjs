export default {
  castline: {
    input: '../../dist/assets/openapi.json',
    output: {
      mode: 'tags-split',
      target: '../../dist/clients/orval/client.ts',
      schemas: '../../dist/clients/orval/model',
      client: 'fetch',
    },
  },
};
