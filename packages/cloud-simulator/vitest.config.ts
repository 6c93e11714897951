import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'cloud-simulator',
    environment: 'node',
    testTimeout: 20_000,
    include: ['src/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
  },
})
