import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** The tests run against the built product, each on one of the databases; on Postgres only where one can be started. */
const onPath = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
const hasPostgres =
  Boolean(process.env.TEST_DATABASE_URL) ||
  onPath('initdb') ||
  existsSync('/usr/lib/postgresql') ||
  process.env.CI === 'true'
const chromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Ports of this run, below those that the system hands out; the workers read this file again, and inherit them. */
process.env.JOURNEY_PORT ??= String(20_000 + (process.pid % 4_000) * 3)
const EMBEDDED = Number(process.env.JOURNEY_PORT)
const POSTGRES = EMBEDDED + 1
const PRODUCTION = POSTGRES + 1
/** Works on the database beside the server, which the embedded one does not allow: by a command, to let the hour of an exam or the day of a gift come, to complete lessons, to empty a pool. */
const POSTGRES_ONLY = [
  'auth-recovery.spec.ts',
  'exams.spec.ts',
  'exam-incident.spec.ts',
  'exam-support.spec.ts',
  'support-labs.spec.ts',
  'money.spec.ts',
  'organisations.spec.ts',
]
/** Take a whole pool of accounts, which tests above need on the other server. They show the product on the embedded database, too. */
const OF_A_POOL = ['abuse.spec.ts', 'alarms.spec.ts', 'pool.spec.ts', 'support-accounts.spec.ts']
/** Wants an empty catalogue, a bucket and a mail server, and takes as long as ten others: with LONG=1. */
const PRODUCTION_ONLY = 'authoring.spec.ts'
const isLong = Boolean(process.env.LONG)
const server = (kind: string, port: number) => ({
  command: `node start-server.ts ${kind} ${port}`,
  url: `http://localhost:${port}/readyz`,
  timeout: 120_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
  stdout: 'pipe' as const,
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.cache/journeys',
  // What a page takes a second for takes twenty on a machine whose cores somebody else has.
  timeout: 480_000,
  expect: { timeout: 30_000 },
  // One more than the cores of the smallest machine, because much of a test is waiting.
  workers: 3,
  // Each test has an account of its own, so that the workers share even the tests of one file; bulk.spec.ts is the exception.
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  reporter: [['list']],
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Madrid',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        // A page lives for seconds: optimizing its code costs more than it saves. A long test measures, as learners have it.
        ...(isLong ? [] : ['--js-flags=--no-opt']),
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    // A test that fails leaves its error, a picture and the page as a tree of roles. TRACE=1 also saves a trace of it, for
    // `playwright show-trace`: recording one for every test takes a tenth of their processor time.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    // Nothing waits for a transition to end. The page tests show what moves.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
  // The embedded database costs more processor time, so most tests run on Postgres; with LONG=1 those that can run on both.
  projects: [
    {
      name: 'embedded',
      use: { baseURL: `http://localhost:${EMBEDDED}` },
      ...(hasPostgres && !isLong
        ? { testMatch: OF_A_POOL, workers: 1 }
        : { testIgnore: [...POSTGRES_ONLY, PRODUCTION_ONLY] }),
    },
    ...(hasPostgres
      ? [
          {
            name: 'postgres',
            testIgnore: [...OF_A_POOL, PRODUCTION_ONLY],
            use: { baseURL: `http://localhost:${POSTGRES}` },
          },
        ]
      : []),
    ...(hasPostgres && isLong
      ? [{ name: 'production', testMatch: PRODUCTION_ONLY, use: { baseURL: `http://localhost:${PRODUCTION}` } }]
      : []),
  ],
  webServer: [
    server('embedded', EMBEDDED),
    ...(hasPostgres ? [server('postgres', POSTGRES)] : []),
    ...(hasPostgres && isLong ? [server('production', PRODUCTION)] : []),
  ],
})
