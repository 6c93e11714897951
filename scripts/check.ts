/** `npm run check`: format, lint, types, and the tests of folders changed since the last commit (or since `--since REV`). */
import { execFileSync, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { ensureBrowserAndPostgres } from './ensure-browser-and-postgres.ts'
import { programs, root } from './paths.ts'

const { env } = await ensureBrowserAndPostgres()
const changed = changedFiles()
const began = performance.now()
const failed = [
  ...(await all([
    ['Format and lint', 'biome', ['ci', '--colors=off', '.']],
    ['The order of imports, features and tables', 'node', ['scripts/architecture/check.ts']],
    ['Documents from code, a test for each threat', 'node', ['scripts/docs/generate-docs.ts']],
    ['JSON Schemas of content', 'node', ['scripts/docs/content-schemas.ts', '--check']],
    ['Plain English', 'node', ['scripts/docs/plain-english.ts']],
    ['Spelling', 'node', ['scripts/docs/spelling.ts']],
    ['References in documents', 'node', ['scripts/docs/references.ts']],
    ...Object.entries(programs).map(
      ([name, config]): Command => [`Types of ${name}`, 'tsc', [...incremental(config), '-p', config]],
    ),
  ])),
  ...(await all(testsOf(changed))),
]
console.log(
  `${failed.length === 0 ? 'ok' : `Failed: ${failed.join(', ')}`}, ${((performance.now() - began) / 1_000).toFixed(0)} s`,
)
process.exit(failed.length === 0 ? 0 : 1)

type Command = [name: string, program: string, args: string[]]

function changedFiles(): string[] {
  const since = process.argv.includes('--since') ? process.argv[process.argv.indexOf('--since') + 1] : 'HEAD'
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', '--diff-filter=d', since ?? 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Incremental compilation, so that the next check only compiles what changed. */
function incremental(config: string): string[] {
  return ['--noEmit', '--incremental', '--tsBuildInfoFile', join(root, '.cache', config.replace('json', 'tsbuildinfo'))]
}

/** Tests in the folders of the changed sources. Tests elsewhere are left to `npm test`. */
function testsOf(files: string[]): Command[] {
  const sources = files.filter((file) => /\.(ts|tsx|css)$/.test(file) && !file.startsWith('e2e/'))
  const folders = [...new Set(sources.map((file) => (/\.test\.tsx?$/.test(file) ? file : `${dirname(file)}/`)))]
  if (folders.length === 0) return []
  return [['Tests in changed folders', 'vitest', ['run', '--passWithNoTests', ...folders]]]
}

async function all(commands: Command[]): Promise<string[]> {
  const names = await Promise.all(commands.map(async ([name, ...command]) => ((await run(...command)) ? '' : name)))
  return names.filter(Boolean)
}

async function run(program: string, args: string[]): Promise<boolean> {
  const child = spawn(join(root, 'node_modules/.bin', program), args, {
    cwd: root,
    env: { ...process.env, ...env, NODE_ENV: 'test', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) process.stdout.write(output)
  return code === 0
}
