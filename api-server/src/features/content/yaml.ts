import { type Document, isNode, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Problem } from './model.ts'

export type KeyPath = readonly PropertyKey[]

/** A YAML text that can tell on which line of its file a value stands. */
export interface YamlText {
  file: string
  lineOf(path: KeyPath): number
}

/** One broken line often breaks all that follow. */
const MOST_SYNTAX_ERRORS = 10

/** Reads one YAML text by its schema. Every problem is told with its line; with one, there is no value. */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  { file, text, firstLine = 1 }: { file: string; text: string; firstLine?: number },
): YamlText & { value: z.output<Schema> | undefined; problems: Problem[] } {
  const counter = new LineCounter()
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1
  const problem = (line: number, message: string): Problem => ({ file, line, message })
  const none = (problems: Problem[]) => ({ file, value: undefined, problems, lineOf: () => firstLine })
  const tooDeep = 'This is nested too deeply.'
  if (isTooDeep(text)) return none([problem(firstLine, tooDeep)])
  let document: Document.Parsed
  let raw: unknown
  try {
    document = parseDocument(text, { lineCounter: counter, prettyErrors: false, stringKeys: true })
    const broken = [...document.errors, ...document.warnings].slice(0, MOST_SYNTAX_ERRORS)
    if (broken.length > 0) return none(broken.map(({ pos, message }) => problem(lineAt(pos[0]), sentence(message))))
    // An alias repeats a part, and a few of them make gigabytes of a small file.
    raw = document.toJS({ maxAliasCount: 0 }) ?? {}
  } catch (error) {
    return none([problem(firstLine, error instanceof RangeError ? tooDeep : 'Anchors and aliases are not used here.')])
  }
  const lineOf = (path: KeyPath) => lineAt(offsetOf(document, path))
  const parsed = schema.safeParse(raw)
  if (parsed.success) return { file, value: parsed.data, problems: [], lineOf }
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => problem(lineOf([...issue.path, key]), `There is no field ${key} here.`))
      : [problem(lineOf(issue.path), sentence(`${nameOf(issue.path)}${issue.message}`))],
  )
  return { file, value: undefined, problems, lineOf }
}

/** Where the value stands; for one that is missing, where the nearest thing around it begins. */
function offsetOf(document: Document.Parsed, path: KeyPath): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return startOf(node)
  }
  return document.contents?.range[0] ?? 0
}

const startOf = (node: Node): number => node.range?.[0] ?? 0

const nameOf = (path: KeyPath) => (path.length === 0 ? '' : `${path.map(String).join('.')}: `)

const sentence = (message: string) => (message.endsWith('.') ? message : `${message}.`)

/** More brackets than these stand open in no text that a person writes, and a parser takes seconds for them. */
const MOST_OPEN = 1000

function isTooDeep(text: string): boolean {
  let open = 0
  for (const [bracket] of text.matchAll(/[[{\]}]/g)) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1)
    if (open > MOST_OPEN) return true
  }
  return false
}
