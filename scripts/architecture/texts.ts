import { type ESTree, parseSync, Visitor } from 'vite'
import type { Source } from './rules.ts'

/**
 * Folders of learner-web whose texts are not in the catalogue yet (docs/how-to/texts.md). The list only gets shorter: the check also fails if
 * a folder has no such text.
 */
export const notConverted = [
  'features/auth',
  'features/certificates',
  'features/contact',
  'features/content',
  'features/feedback',
  'features/pages',
  'features/privacy',
  'features/users',
  'lib',
]
  .map((folder) => `learner-web/src/${folder}/`)
  .concat('learner-web/src/features/courses/Home')

/** Texts in the code of converted folders, and folders that are listed as not converted although they have none. */
export function textsInCode(sources: Source[], open: readonly string[] = notConverted): string[] {
  const found = sources
    .filter(({ path }) => path.startsWith('learner-web/src/') && !path.startsWith('learner-web/src/messages/'))
    .flatMap(({ path, text }) => textsOf(path, text).map(({ line, words }) => ({ path, line, words })))
  return [
    ...found
      .filter(({ path }) => !open.some((folder) => path.startsWith(folder)))
      .map(({ path, line, words }) => `${path}:${line} ${words}`),
    ...open
      .filter((folder) => !found.some(({ path }) => path.startsWith(folder)))
      .map((folder) => `${folder} is converted: remove it from notConverted`),
  ]
}

/** Props and properties that people read. */
const READ =
  /^(label|title|windowTitle|hint|alt|placeholder|what|intro|heading|caption|text|content|aria-(label|description|roledescription|valuetext))$/
const LETTERS = /\p{L}/u
/** Starts like a sentence or a label and has a space: `Sign in`, `3 labs left`; not the path of an icon, `M9 4.5H4.5`. */
const SENTENCE = /^(?!M\d)[\p{Lu}\d“][^/<>{}[\]()=;:]*\s\S/u

function textsOf(path: string, code: string): { line: number; words: string }[] {
  const found: { line: number; words: string }[] = []
  const add = ({ start }: ESTree.Span, words: string) =>
    found.push({ line: code.slice(0, start).split('\n').length, words: words.trim().slice(0, 60) })
  /** Errors for developers, and texts that were found by the name of their prop. */
  const skipped = new Set<unknown>()
  const addIfRead = (name: unknown, value: ESTree.Node | null) => {
    if (typeof name !== 'string' || !READ.test(name) || value?.type !== 'Literal') return
    skipped.add(value)
    if (typeof value.value === 'string' && LETTERS.test(value.value)) add(value, value.value)
  }
  new Visitor({
    JSXText: (node) => {
      if (LETTERS.test(node.value)) add(node, node.value)
    },
    JSXAttribute: ({ name, value }) => addIfRead(name.type === 'JSXIdentifier' ? name.name : undefined, value),
    Property: ({ key, value }) =>
      addIfRead(key.type === 'Identifier' ? key.name : key.type === 'Literal' ? key.value : undefined, value),
    NewExpression: ({ callee, arguments: [text] }) => {
      if (callee.type === 'Identifier' && callee.name.endsWith('Error')) skipped.add(text)
    },
    Literal: (node) => {
      if (skipped.has(node) || typeof node.value !== 'string') return
      if (SENTENCE.test(node.value)) add(node, node.value)
    },
    TemplateLiteral: (node) => {
      const words = node.quasis.map(({ value }) => value.cooked ?? '').join('…')
      if (!skipped.has(node) && SENTENCE.test(words)) add(node, words)
    },
  }).visit(parseSync(path, code).program)
  return found
}
