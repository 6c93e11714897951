import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isMap, isPair, isScalar, isSeq, type Node, parseDocument, visit } from 'yaml'

/** What runs where a line is shown as HTML. */
export const HOSTILE_LINE = '<img src=x onerror=alert(1)>'
/** What an author could write into a text to run in the page of whoever reads it. */
const HOSTILE_TEXT = [
  HOSTILE_LINE,
  '<script>alert(2)</script>',
  '<svg onload=alert(3)></svg>',
  '[x](javascript:alert(4))',
  '[x](JaVa&#x53;cript:alert(5))',
  '![x](javascript:alert(6))',
  '<iframe srcdoc="<script>alert(7)</script>"></iframe>',
  '<a href="data:text/html,<script>alert(8)</script>">x</a>',
  '<math><mtext></table><img src=x onerror=alert(9)></mtext></math>',
  '[x]: javascript:alert(10)\n\n[x]',
  '<style>@import "//e.example/x.css"</style>',
].join('\n\n')

/** Keys of content whose values people read: in one line, and as Markdown. */
const LINES = new Set(
  'title subtitle question hint label name certificate_title prerequisites outcomes choices tags'.split(' '),
)
const TEXTS = new Set('description rules walkthrough bio intro'.split(' '))

/** Writes attacks into every text of an exported folder, behind what stands there. */
export async function makeHostile(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.name.endsWith('.yaml')) await writeFile(path, hostileYaml(await readFile(path, 'utf8')))
    if (entry.name.endsWith('.md')) await writeFile(path, hostileMarkdown(await readFile(path, 'utf8')))
  }
}

function hostileMarkdown(text: string): string {
  const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [null, null, text]
  const hostile = `${body}\n\n${HOSTILE_TEXT}\n`
  return front === null ? hostile : `---\n${hostileYaml(front ?? '')}---\n${hostile}`
}

function hostileYaml(text: string): string {
  const document = parseDocument(text)
  visit(document, {
    Pair(_, { key, value }, parents) {
      const name = nameOf(key)
      // Other names than those of people are parts of modules and their variables.
      const isRead = name !== 'name' || parents.some((parent) => isPair(parent) && nameOf(parent.key) === 'instructors')
      if (TEXTS.has(name)) append(value as Node, `\n\n${HOSTILE_TEXT}`)
      else if (LINES.has(name) && isRead) append(value as Node, ` ${HOSTILE_LINE}`)
    },
  })
  return document.toString({ lineWidth: 0 })
}

const nameOf = (key: unknown) => (isScalar(key) ? String(key.value) : '')

function append(node: Node | null, more: string): void {
  if (isSeq(node)) for (const item of node.items) append(item as Node, more)
  if (!isMap(node) && isScalar(node) && typeof node.value === 'string') {
    node.value += more
    delete node.type
  }
}
