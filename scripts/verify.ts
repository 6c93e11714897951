/** What `npm test` does after installing: every check of the first tier, or with --long of the second. Each runner's own lines are shown. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Counts, countTests, countUnits } from './counts.ts'
import { root } from './places.ts'
import { provideTools } from './tools.ts'

const long = process.argv.includes('--long')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const packages = [
  'packages/api-types',
  'packages/auth',
  'packages/ui',
  'api-server',
  'learner-web',
  'admin-console',
  'e2e',
]

interface Step {
  name: string
  command: string
  args: string[]
  cwd?: string
  /** Reads its tests from what it prints; without it the step itself is one. */
  count?: (output: string) => Counts
}

const steps: Step[] = [
  { name: 'Format and lint', command: bin('biome'), args: ['ci', '--colors=off', '.'] },
  ...packages.map((name) => ({ name: `Types of ${name}`, command: bin('tsc'), args: ['--noEmit', '-p', name] })),
  { name: 'Files, packages and exports that nothing uses', command: bin('knip'), args: ['--no-progress'] },
  { name: 'Secrets in the tree', command: bin('secretlint'), args: ['--secretlintignore', '.gitignore', '**/*'] },
  { name: 'Unit, route, page, race and crash tests', command: bin('vitest'), args: ['run'], count: countTests },
  { name: 'Build', command: process.execPath, args: ['scripts/build.ts'] },
  { name: 'Size budgets', command: process.execPath, args: ['scripts/size.ts'] },
  {
    name: 'Journeys in a browser',
    command: join(root, 'e2e/node_modules/.bin/playwright'),
    args: ['test'],
    cwd: 'e2e',
    count: countTests,
  },
]

const { env, missing } = await provideTools()
const total: Counts = { passed: 0, failed: 0 }
const broken: string[] = []
for (const step of steps) {
  const began = performance.now()
  console.log(`\n== ${step.name}`)
  const { code, output } = await run(step)
  const counts = step.count?.(output) ?? countUnits(code === 0)
  // A runner that ends badly without a failed test (a crash, an error outside the tests) is a failure too.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  total.passed += counts.passed
  total.failed += counts.failed
  if (counts.failed > 0) broken.push(step.name)
  console.log(
    `-- ${step.name}: ${code === 0 ? 'ok' : `failed (${code})`}, ${((performance.now() - began) / 1_000).toFixed(1)} s`,
  )
}

console.log('')
for (const sentence of missing) console.log(sentence)
if (broken.length > 0) console.log(`Failed: ${broken.join(', ')}.`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || missing.length > 0 ? 1 : 0)

async function run({ command, args, cwd = '.' }: Step): Promise<{ code: number; output: string }> {
  if (!existsSync(command)) return { code: 127, output: '' }
  const child = spawn(command, args, {
    cwd: join(root, cwd),
    env: { ...process.env, ...env, ...(long ? { LONG: '1' } : {}), NODE_ENV: 'test', CI: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const [stream, sink] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      sink.write(chunk)
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
