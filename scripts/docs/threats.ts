import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.ts'

const kinds = { F: 'Faults to survive', A: 'Attacks to refuse', R: 'Requirements to meet' }

interface Threat {
  number: string
  name: string
  /** The required property, or OPEN. */
  answer: string
  /** First words of test titles; for an open threat, the reason. */
  tests: string[]
}

/** Paths of test files, by the titles they contain. */
export type Titles = Map<string, string[]>

/** The threats of docs/threats.tsv with their tests. Throws if a threat has no test, or names one that does not exist. */
export function page(text = readFileSync(join(root, 'docs/threats.tsv'), 'utf8'), titles = readTitles()): string {
  const threats = parse(text)
  const rows = threats.map((threat) => ({ threat, tests: findTests(threat, titles) }))
  const numbers = threats.map(({ number }) => number)
  const problems = [
    ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `${number} is there twice`),
    ...rows.flatMap(({ tests }) => tests.flatMap(({ problem }) => problem ?? [])),
  ]
  if (problems.length > 0) throw new Error(`docs/threats.tsv:\n${problems.join('\n')}`)
  return [
    '# Threats',
    '',
    'Faults and attacks, each with the required property and the tests that prove it. A test counts only if it fails without its guard.',
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

/** Two lines per threat: number, name and property; then its tests. */
function parse(text: string): Threat[] {
  return text
    .trim()
    .split(/\n(?!\t)/)
    .map((lines) => {
      const [, number = '', name = '', answer = '', tests = ''] =
        /^([FAR]\d+)\t([^\t\n]+)\t([^\t\n]*)(?:\n\t(.+))?$/.exec(lines) ?? []
      if (!number) throw new Error(`docs/threats.tsv: this is not a threat: ${lines}`)
      return { number, name, answer, tests: tests.split(' | ').filter(Boolean) }
    })
}

function findTests({ number, answer, tests }: Threat, paths: Titles): { line: string; problem?: string }[] {
  if (tests.length === 0) return [{ line: '', problem: `${number} has no test` }]
  if (answer === 'OPEN') return tests.map((line) => ({ line }))
  return tests.flatMap((words) => {
    // A complete title may be the start of another one.
    const found = paths.has(words) ? [words] : [...paths.keys()].filter((title) => title.startsWith(words))
    const [title = ''] = found
    if (found.length === 0) return [{ line: '', problem: `${number}: no test begins with “${words}”` }]
    if (found.length > 1) return [{ line: '', problem: `${number}: several tests begin with “${words}”` }]
    return (paths.get(title) ?? []).map((path) => ({ line: `\`${path}\` “${title}”` }))
  })
}

/** All string literals of the test files, because some titles come from tables. */
export function readTitles(): Titles {
  const paths = globSync('{packages/*,api-server,learner-web,admin-console,scripts}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const titles: Titles = new Map()
  for (const path of [...paths, ...globSync('e2e/*.spec.ts', { cwd: root })].sort()) {
    const literals = readFileSync(join(root, path), 'utf8').matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)
    for (const title of new Set([...literals].map(([, , text = '']) => text)))
      titles.set(title, [...(titles.get(title) ?? []), path])
  }
  return titles
}
