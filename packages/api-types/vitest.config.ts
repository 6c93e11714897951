import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api-types',
    environment: 'node',
    testTimeout: 60_000,
    include: ['{src,test}/**/*.test.ts'],
    maxWorkers: 2,
    isolate: false,
  },
})
