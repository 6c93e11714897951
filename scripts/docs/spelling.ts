/**
 * Part of `npm run lint`: spell-checks documents, comments, test titles, and the sentences in strings and JSX, in British English. Code is not
 * checked. Add names and technical terms to `words.txt`; put code in comments between backticks.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getDefaultBundledSettingsAsync, mergeSettings, validateText } from 'cspell-lib'
import { parseSync } from 'vite'
import { root } from '../paths.ts'

/** American forms, refused in screens, mails and the contract. The British dictionary accepts some of them, and names in clouds need others. */
const AMERICAN =
  /(?<![-\w])(cancel(ed|ing)|(recogni|reali|customi|minimi|optimi|summari|synchroni|categori|personali|apologi|emphasi|utili|initiali|authori|organi)z(e[ds]?|ers?|ing|ations?)|analyz(e[ds]?|ing)|colors?|behaviors?|neighbors?|offenses?|defenses?|favorites?|catalogs?|centers?|gray|enrollments?|enroll|fulfill|travel(ed|ing|er)|label(ed|ing))(?![-\w])/gi

const SCREENS =
  /^(learner-web|admin-console|packages\/(ui|auth|api-types)|api-server\/src\/(areas|mail|http))\/(?!.*\.test\.|test\/)/

interface Node {
  type: string
  [key: string]: unknown
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', ':!content'], { cwd: root, encoding: 'utf8' })
/** Each text, and the file in which it occurs first. */
const texts = new Map<string, string>()
for (const path of files.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))) {
  const source = readFileSync(join(root, path), 'utf8')
  for (const text of path.endsWith('.md') ? [source.replace(/^ *```[\s\S]*?^ *```/gm, '')] : textsOf(path, source))
    if (!texts.has(text)) texts.set(text, path)
}

const places: [offset: number, path: string][] = []
const found: string[] = []
let document = ''
for (const [text, path] of texts) {
  // Without code, addresses, escapes and a name that WCAG spells.
  const words = text.replace(/`[^`\n]*`|\]\([^)]*\)|\S+:\/\/\S+|biome-ignore \S+|[%\\=]\w+|Use of Color/g, '')
  places.push([document.length, path])
  document += `${words}\n\n`
  if (SCREENS.test(path)) found.push(...[...words.matchAll(AMERICAN)].map(([word]) => `${path}: ${word} is American`))
}
const settings = mergeSettings(await getDefaultBundledSettingsAsync(), {
  dictionaries: [
    'en-gb',
    'softwareTerms',
    'software-tools',
    'web-services',
    'companies',
    'computing-acronyms',
    'networking-terms',
    'aws',
    'node',
    'npm',
    'html',
  ],
  words: readFileSync(join(root, 'scripts/docs/words.txt'), 'utf8').split(/\s+/),
  maxNumberOfProblems: 1000,
})
for (const { text, offset } of await validateText(document, settings))
  found.push(`${places.findLast(([start]) => start <= offset)?.[1]}: ${text} is unknown`)
if (texts.size < 10_000) found.push(`Only ${texts.size} texts were read.`)
console.log(found.join('\n'))
process.exitCode = found.length === 0 ? 0 : 1

/** Comments, JSX text, and string literals that look like sentences. In tests, only the titles among the strings. */
function textsOf(path: string, source: string): string[] {
  const { comments, program } = parseSync(path, source)
  const found = comments.map(({ value }) => value.replace(/^\s*\* ?/gm, ''))
  const visit = (node: Node, isText: boolean) => {
    if (node.type === 'ImportDeclaration' || (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql'))
      return
    if (isText) found.push(textOf(node))
    const isTitled = node.type === 'CallExpression' && /^(test|it|describe)/.test(nameOf(node.callee))
    for (const [key, value] of Object.entries(node))
      for (const [index, child] of [value].flat().entries())
        if (isNode(child)) visit(child, isText || (isTitled && key === 'arguments' && index === 0))
  }
  visit(program as unknown as Node, !/\.test\.tsx?$|^e2e\/|\/(test|bench|demo)\//.test(path))
  return found
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === 'string'
}

function nameOf(node: unknown): string {
  const { name, object, callee } = node as Record<string, unknown>
  return name ? String(name) : (object ?? callee) ? nameOf(object ?? callee) : ''
}

function textOf({ type, value }: Node): string {
  if (type === 'JSXText') return String(value)
  const text =
    type === 'TemplateElement' ? (value as { cooked: string }).cooked : typeof value === 'string' ? value : ''
  // Excludes CSS selectors, the endpoints of calls, and SQL.
  const code = /\[|^[A-Z]+ \/\S*$|^(select|insert into|update|delete from|create|copy|set|with) |::|pg_/
  return /^\p{Lu}|\s/u.test(text.trim()) && !code.test(text.trim()) ? text : ''
}
