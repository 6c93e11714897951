import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './paths.ts'

const kinds = { F: 'Faults to survive', A: 'Attacks to refuse', R: 'Requirements to meet' }

interface Threat {
  number: string
  name: string
  /** What must hold, or OPEN. */
  answer: string
  /** The first words of titles of tests; of an open threat, the reason. */
  tests: string[]
}

interface TestFile {
  path: string
  titles: string[]
}

/** The threats of docs/threats.tsv with their tests. Throws when a threat has no test, or names one that does not exist. */
export function page(text = readFileSync(join(root, 'docs/threats.tsv'), 'utf8'), files = readTests()): string {
  const threats = parse(text)
  const rows = threats.map((threat) => ({ threat, tests: findTests(threat, files) }))
  const problems = rows.flatMap(({ tests }) => tests.filter((one) => one.problem)).map(({ problem }) => problem)
  if (problems.length > 0) throw new Error(`docs/threats.tsv:\n${problems.join('\n')}`)
  return [
    '# Threats',
    '',
    'What may go wrong and who may attack, each with what must hold and the tests that show it. A test counts only if it fails with its guard taken out.',
    ...Object.entries(kinds).flatMap(([kind, heading]) => [
      '',
      `## ${heading}`,
      ...rows
        .filter(({ threat }) => threat.number.startsWith(kind))
        .flatMap(({ threat: { number, name, answer }, tests }) => [
          '',
          `### ${number}: ${name}`,
          '',
          ...(answer ? [answer === 'OPEN' ? 'Not shown yet.' : answer, ''] : []),
          ...tests.map(({ line }) => `- ${line}`),
        ]),
    ]),
    '',
  ].join('\n')
}

/** Two lines for each threat: number, name and answer; then its tests. */
function parse(text: string): Threat[] {
  return text
    .trim()
    .split(/\n(?!\t)/)
    .map((lines) => {
      const [, number = '', name = '', answer = '', tests = ''] =
        /^([FAR]\d+)\t([^\t\n]+)\t([^\t\n]*)(?:\n\t(.+))?$/.exec(lines) ?? []
      if (!number) throw new Error(`docs/threats.tsv: this is no threat: ${lines}`)
      return { number, name, answer, tests: tests.split(' | ').filter(Boolean) }
    })
}

function findTests({ number, answer, tests }: Threat, files: TestFile[]): { line: string; problem?: string }[] {
  if (tests.length === 0) return [{ line: '', problem: `${number} has no test` }]
  if (answer === 'OPEN') return tests.map((line) => ({ line }))
  return tests.flatMap((words) => {
    const found = files.flatMap(({ path, titles }) =>
      titles.filter((title) => title.startsWith(words)).map((title) => ({ path, title })),
    )
    const titles = new Set(found.map(({ title }) => title))
    if (titles.size === 0) return [{ line: '', problem: `${number}: no test begins with “${words}”` }]
    // A whole title may be the beginning of another one.
    if (titles.size > 1 && !titles.has(words))
      return [{ line: '', problem: `${number}: several tests begin with “${words}”` }]
    return found
      .filter(({ title }) => titles.size === 1 || title === words)
      .map(({ path, title }) => ({ line: `\`${path}\` “${title}”` }))
  })
}

/** All string literals of the test files, where titles are: some come from tables. */
function readTests(): TestFile[] {
  const paths = globSync('{packages/*,api-server,learner-web,admin-console,scripts}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  return [...paths, ...globSync('e2e/*.spec.ts', { cwd: root })].sort().map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const literals = text.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)
    return { path, titles: [...new Set([...literals].map(([, , title = '']) => title))] }
  })
}
