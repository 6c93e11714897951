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
/** Tests that open the database of the running server, which the embedded one does not allow: to run a command, or to let the hour of an exam come. */
const NEEDS_POSTGRES = /@postgres/
/** Tests that take all free accounts of a cloud, which other tests need on Postgres. They cover the product on the embedded database. */
const TAKES_A_POOL = /@pool/
/** Needs an empty catalogue, a bucket and a mail server, and takes as long as ten others: only with LONG=1. */
const NEEDS_PRODUCTION = /@production/
const isLong = Boolean(process.env.LONG)
/** Runs the project `postgres` against several processes, and kills one every ten seconds. */
const isKilled = Boolean(process.env.REPLICAS)
/** Measures, or repeats on a slow network what another test does. */
const LONG_ONLY = isLong ? [] : [/@long/]
/** Draws the page, which is transparent otherwise (fixtures.ts). Playwright passes the style on, although its types do not name it. */
const SCREENSHOT = { mode: 'only-on-failure' as const, style: 'html { opacity: 1 !important }' }
/** Without `url`: Playwright would wait for one server before it starts the next. A worker waits for its own (fixtures.ts). */
const server = (kind: string, port: number) => ({
  command: `node support/start-server.ts ${kind} ${port}`,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 30_000 },
  stdout: 'pipe' as const,
})

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../.cache/journeys',
  // Generous: a page that takes one second can take twenty on a shared machine.
  timeout: 480_000,
  // The jobs of a killed worker run again after half a minute.
  expect: { timeout: isKilled ? 120_000 : 30_000 },
  // Twice the cores of the smallest machine, because much of a test is waiting. With five the server rejected calls as overloaded.
  workers: 4,
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
        // A page lives for seconds: optimizing its code costs more than it saves. A long test measures real page speed.
        ...(isLong ? [] : ['--js-flags=--no-opt --no-flush-bytecode']),
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
    // A test that fails leaves its error, a picture and the page as a tree of roles. TRACE=1 also saves a trace of it, for
    // `playwright show-trace`: recording one for every test takes a tenth of their processor time.
    trace: process.env.TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    // Nothing waits for a transition to end. The page tests show what moves.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: SCREENSHOT,
  },
  // The embedded database costs more processor time, so most tests run on Postgres; with LONG=1 those that can run on both.
  projects: [
    {
      name: 'embedded',
      use: { baseURL: `http://localhost:${EMBEDDED}` },
      ...(hasPostgres && !isLong
        ? { grep: TAKES_A_POOL, workers: 1 }
        : { grepInvert: [NEEDS_POSTGRES, NEEDS_PRODUCTION, ...LONG_ONLY] }),
    },
    ...(hasPostgres
      ? [
          {
            name: 'postgres',
            grepInvert: [TAKES_A_POOL, NEEDS_PRODUCTION, ...LONG_ONLY],
            use: { baseURL: `http://localhost:${POSTGRES}` },
          },
        ]
      : []),
    ...(hasPostgres && isLong
      ? [{ name: 'production', grep: NEEDS_PRODUCTION, use: { baseURL: `http://localhost:${PRODUCTION}` } }]
      : []),
  ],
  webServer: [
    ...(isKilled ? [] : [server('embedded', EMBEDDED)]),
    ...(hasPostgres ? [server(isKilled ? 'replicas' : 'postgres', POSTGRES)] : []),
    ...(hasPostgres && isLong ? [server('production', PRODUCTION)] : []),
  ],
})
