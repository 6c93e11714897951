/**
 * `npm test` after installation: all checks, with --long the long tests too. Shows the output of each runner. Words are groups of server tests, or
 * parts of file names: only those run, one file at a time, and print their figures.
 */
import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hasProgram } from '../api-server/test/servers/replicas.ts'
import { ensureBrowserAndPostgres } from './ensure-browser-and-postgres.ts'
import { cache, programs, root } from './paths.ts'
import { type Report, readReport } from './test-summary.ts'

const long = process.argv.includes('--long')
const groups: Record<string, string[]> = {
  operations: ['rolling-deploy', 'replicas', 'previous-release', 'backup', 'point-in-time', 'test/release'],
}
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const files = words.flatMap((word) => groups[word] ?? [word])
const bin = (name: string) => join(root, 'node_modules/.bin', name)
interface Step {
  name: string
  command: string
  args: string[]
  cwd?: string
  env?: Record<string, string>
  /** JSON report of the test runner; a step without one counts as one test. */
  report?: string
  /** Vite's mode, and NODE_ENV. */
  mode?: string
}

/** Commands that the tests start copy its empty database instead of creating one. */
const build: Step = {
  name: 'Build',
  command: process.execPath,
  args: ['scripts/build.ts', ...(long ? [] : ['--quick'])],
}

/** Run two at a time, one per core, the longest first. */
const checks: Step[] = [
  // Single-threaded: several threads compute the same types again, which takes twice the CPU time.
  ...Object.entries(programs).map(([name, config]) => ({
    name: `Types of ${name}`,
    command: bin('tsc'),
    args: ['--noEmit', '--singleThreaded', '-p', config],
  })),
  build,
  { name: 'Format and lint', command: bin('biome'), args: ['ci', '--colors=off', '.'] },
  {
    name: 'The order of imports, features and tables',
    command: process.execPath,
    args: ['scripts/architecture/check.ts'],
  },
  {
    name: 'Documents from code, a test for each threat',
    command: process.execPath,
    args: ['scripts/docs/generate-docs.ts'],
  },
  { name: 'JSON Schemas of content', command: process.execPath, args: ['scripts/docs/content-schemas.ts', '--check'] },
  { name: 'Plain English', command: process.execPath, args: ['scripts/docs/plain-english.ts'] },
  { name: 'Spelling', command: process.execPath, args: ['scripts/docs/spelling.ts'] },
  { name: 'References in documents', command: process.execPath, args: ['scripts/docs/references.ts'] },
  { name: 'Unused files, packages and exports', command: bin('knip'), args: ['--no-progress'] },
  { name: 'Secrets in the tree', command: bin('secretlint'), args: ['--secretlintignore', '.gitignore', '**/*'] },
]

/** Server tests often wait, so the page tests run at the same time. One vitest run would start the page tests only after them. */
const tests: Step[] = [
  {
    name: 'Unit, route, race and crash tests',
    command: bin('vitest'),
    ...vitest('server', 'api-types', 'auth', 'messages', 'cloud-simulator', 'api-server'),
  },
  {
    name: 'Component and page tests',
    command: bin('vitest'),
    ...vitest('pages', 'ui', 'learner-web', 'admin-console'),
    // React's production build takes a fifth less time. The warnings of its development build fail `npm run check` and the long tests.
    ...(!long && { mode: 'production' }),
  },
]

const afterwards: Step[] = [
  // Tests that support both kinds of database use Postgres, which is faster.
  ...(long
    ? [
        {
          name: 'The same on the embedded database',
          command: bin('vitest'),
          ...vitest('embedded', 'api-server'),
          env: { TEST_DATABASE: 'embedded', LONG: '' },
        },
      ]
    : []),
  { name: 'Size budgets', command: process.execPath, args: ['scripts/size.ts'] },
  journeys('Journeys in a browser'),
  ...(long ? journeysWhileKilled() : []),
]

const { env, missing } = await ensureBrowserAndPostgres({ long })
const total = { passed: 0, failed: 0 }
const broken: string[] = []
if (files.length > 0) {
  await runStep(build, { isLive: true })
  const { args, report = '' } = vitest('chosen', 'api-server')
  const only = [...args, '--maxWorkers=1', ...files]
  await runStep({ name: files.join(', '), command: bin('vitest'), args: only, report }, { isLive: true })
  for (const step of words.includes('operations') ? journeysWhileKilled() : []) await runStep(step, { isLive: true })
} else {
  await runTwoAtATime(checks)
  if (long) {
    await runTwoAtATime(tests)
    for (const step of afterwards) await runStep(step, { isLive: true })
  } else {
    // The journeys start when the page tests or the server tests end, so that no core waits for the slowest file of the others.
    await runTwoAtATime([...tests, ...afterwards])
  }
}

console.log('')
for (const message of missing) console.log(message)
if (broken.length > 0) console.log(`Failed: ${broken.join(', ')}.`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || missing.length > 0 ? 1 : 0)

function vitest(report: string, ...projects: string[]): Pick<Step, 'args' | 'report'> {
  const file = reportFile(report)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return { args: ['run', ...projects.flatMap((name) => ['--project', name]), ...reporters], report: file }
}

function journeys(name: string, stepEnv: Record<string, string> = {}, ...args: string[]): Step {
  const report = reportFile(name.toLowerCase().replaceAll(' ', '-'))
  return {
    name,
    command: join(root, 'e2e/node_modules/.bin/playwright'),
    args: ['test', '--reporter=list,json', ...args],
    cwd: 'e2e',
    report,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...stepEnv },
  }
}

/** Needs nginx. */
function journeysWhileKilled(): Step[] {
  return hasProgram('nginx')
    ? [journeys('Journeys while processes are killed', { REPLICAS: '1', LONG: '' }, '--project=postgres')]
    : []
}

function reportFile(name: string): string {
  return join(cache, 'reports', `${name}.json`)
}

async function runTwoAtATime(steps: Step[]): Promise<void> {
  const waiting = [...steps]
  const lane = async (isLive: boolean) => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step, { isLive })
  }
  await Promise.all([lane(true), lane(false)])
}

/** Runs a step and adds up its tests. Its output is shown live, or after it has ended. */
async function runStep(step: Step, { isLive }: { isLive: boolean }): Promise<void> {
  const startedAt = performance.now()
  if (isLive) console.log(`\n== ${step.name}`)
  if (step.report) rmSync(step.report, { force: true })
  const { code, output } = await run(step, isLive)
  if (!isLive) console.log(`\n== ${step.name}\n${output}`)
  const counts: Report = (step.report && readReport(step.report)) || {
    passed: code === 0 ? 1 : 0,
    failed: 0,
    slowest: [],
  }
  // Only printed: durations are wall time, and server and page tests share two cores. A test of four seconds takes more than ten on a machine half
  // as fast.
  if (counts.slowest.length > 0) console.log(`The slowest tests:\n${counts.slowest.join('\n')}`)
  // A runner can fail without a failed test, through a crash or an error outside the tests.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  total.passed += counts.passed
  total.failed += counts.failed
  if (counts.failed > 0) broken.push(step.name)
  console.log(
    `-- ${step.name}: ${code === 0 ? 'ok' : `failed (${code})`}, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
  )
}

async function run(
  { command, args, cwd = '.', mode = 'test', env: stepEnv }: Step,
  isLive: boolean,
): Promise<{ code: number; output: string }> {
  if (!existsSync(command)) return { code: 127, output: '' }
  const child = spawn(command, mode === 'test' ? args : [...args, '--mode', mode], {
    cwd: join(root, cwd),
    env: {
      ...process.env,
      ...env,
      ...(long ? { LONG: '1' } : {}),
      ...stepEnv,
      NODE_ENV: mode,
      CI: '1',
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const [stream, sink] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      if (isLive) sink.write(chunk)
    })
  }
  const stop = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(126))
    child.once('close', (status) => resolve(status ?? 1))
  })
  process.off('SIGINT', stop).off('SIGTERM', stop)
  return { code, output }
}
