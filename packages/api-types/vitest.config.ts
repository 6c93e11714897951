import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api-types',
    environment: 'node',
    testTimeout: 60_000,
    include: ['{src,test}/**/*.test.ts'],
    isolate: false,
  },
})
