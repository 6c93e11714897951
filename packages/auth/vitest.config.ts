import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'auth',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    setupFiles: ['../ui/test/wait-for.ts'],
    maxWorkers: 2,
    isolate: false,
  },
})
