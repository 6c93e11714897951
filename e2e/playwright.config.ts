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
const LONGEST = 'learner-journey.spec.ts'
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
/** Wants the two hundred users that start-server.ts adds to Postgres; without Postgres it uses those of the demo. */
const MANY_ROWS = 'bulk.spec.ts'
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
  projects: [
    // The longest test runs on both databases where there is time for it (LONG=1).
    ...(hasPostgres
      ? [
          {
            name: 'postgres',
            testMatch: [LONGEST, MANY_ROWS, ...POSTGRES_ONLY],
            use: { baseURL: `http://localhost:${POSTGRES}` },
          },
        ]
      : []),
    ...(hasPostgres && isLong
      ? [{ name: 'production', testMatch: PRODUCTION_ONLY, use: { baseURL: `http://localhost:${PRODUCTION}` } }]
      : []),
    ...(isLong || !hasPostgres
      ? [{ name: 'embedded-journey', testMatch: LONGEST, use: { baseURL: `http://localhost:${EMBEDDED}` } }]
      : []),
    {
      name: 'embedded',
      testIgnore: [LONGEST, ...POSTGRES_ONLY, PRODUCTION_ONLY, ...(hasPostgres ? [MANY_ROWS] : [])],
      use: { baseURL: `http://localhost:${EMBEDDED}` },
    },
  ],
  webServer: [
    server('embedded', EMBEDDED),
    ...(hasPostgres ? [server('postgres', POSTGRES)] : []),
    ...(hasPostgres && isLong ? [server('production', PRODUCTION)] : []),
  ],
})
