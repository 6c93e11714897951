import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { root } from './paths.ts'

/** American forms of words that screens and mails use. */
const AMERICAN =
  /(?<![-\w])(cancel(ed|ing)|(recogni|reali|customi|minimi|optimi|summari|synchroni|categori|personali|apologi|emphasi|utili|initiali|authori|organi)z(e[ds]?|ers?|ing|ations?)|analyz(e[ds]?|ing)|colors?|behaviors?|neighbors?|offenses?|defenses?|favorites?|catalogs?|centers?|gray|enrollments?|enroll|fulfill|travel(ed|ing|er)|label(ed|ing))(?![-\w])/i

test('screens and mails use one spelling of English', () => {
  const paths = globSync(
    [
      '{learner-web,admin-console,packages/ui,packages/auth}/src/**/*.{ts,tsx}',
      'api-server/src/{areas,mail,http}/**/*.ts',
      'packages/api-types/src/**/*.ts',
    ],
    { cwd: root },
  ).filter((path) => !/\.test\.tsx?$/.test(path))
  expect(paths.length).toBeGreaterThan(1000)
  expect(paths.flatMap((path) => americanIn(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('finds an American word in a sentence, but not in a name', () => {
  expect(americanIn('a.tsx', 'const A = () => <p>The order was canceled.</p>')).toEqual(['a.tsx: canceled'])
  expect(americanIn('a.tsx', 'const a = `We recognize #{name} by it.`')).toEqual(['a.tsx: recognize'])
  expect(americanIn('a.tsx', 'const A = () => <i style={{ color: \'gray\' }} autoComplete="organization" />')).toEqual(
    [],
  )
})

interface Node {
  type: string
  value?: unknown
}

/** American words in JSX text, and in string literals that look like sentences. */
function americanIn(path: string, source: string): string[] {
  if (!AMERICAN.test(source)) return []
  const found: string[] = []
  const visit = (node: Node) => {
    const text = textOf(node)
    const american = AMERICAN.exec(text)?.[0]
    if (american) found.push(`${path}: ${american}`)
    for (const value of Object.values(node)) for (const child of [value].flat()) if (isNode(child)) visit(child)
  }
  visit(parseSync(path, source).program as unknown as Node)
  return found
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

function textOf({ type, value }: Node): string {
  if (type === 'JSXText') return String(value)
  const text =
    type === 'TemplateElement' ? (value as { cooked: string }).cooked : typeof value === 'string' ? value : ''
  // Excludes CSS selectors, and the endpoints of calls.
  return /^\p{Lu}|\s/u.test(text.trim()) && !/\[|^[A-Z]+ \/\S*$/.test(text) ? text : ''
}
