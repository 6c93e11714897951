import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'api-server',
    environment: 'node',
    include: ['{src,test,bench}/**/*.test.ts', '../scripts/**/*.test.ts'],
    globalSetup: ['./test/setup.ts'],
    setupFiles: ['../packages/ui/test/wait-for.ts', './test/hashes.ts'],
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 2,
    // Most of what a test allocates is garbage at its end. A young generation that is large from the start takes a tenth of the processor time away.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // Each file opens a server and a database of its own: loading the program anew for each took half of the run.
    isolate: false,
    // A test that kills servers starts several: twelve seconds on two quiet cores, and more than twenty on busy ones.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
