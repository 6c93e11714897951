import { type Document, isNode, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Problem } from './model.ts'

export type KeyPath = readonly PropertyKey[]

/** A YAML text that can tell on which line of its file a value stands. */
export interface YamlText {
  file: string
  lineOf(path: KeyPath): number
}

/** Reads one YAML text by its schema. Every problem is told with its line; with one, there is no value. */
export function parseYaml<Schema extends z.ZodType>(
  schema: Schema,
  { file, text, firstLine = 1 }: { file: string; text: string; firstLine?: number },
): YamlText & { value: z.output<Schema> | undefined; problems: Problem[] } {
  const counter = new LineCounter()
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1
  const problem = (line: number, message: string): Problem => ({ file, line, message })
  let document: Document.Parsed
  let raw: unknown
  try {
    document = parseDocument(text, { lineCounter: counter, prettyErrors: false, stringKeys: true })
    const broken = [...document.errors, ...document.warnings]
    if (broken.length > 0) {
      const problems = broken.map(({ pos, message }) => problem(lineAt(pos[0]), message))
      return { file, value: undefined, problems, lineOf: () => firstLine }
    }
    // An alias repeats a part, and a few of them make gigabytes of a small file.
    raw = document.toJS({ maxAliasCount: 0 }) ?? {}
  } catch (error) {
    const message =
      error instanceof RangeError ? 'This is nested too deeply.' : 'Anchors and aliases are not used here.'
    return { file, value: undefined, problems: [problem(firstLine, message)], lineOf: () => firstLine }
  }
  const lineOf = (path: KeyPath) => lineAt(offsetOf(document, path))
  const parsed = schema.safeParse(raw)
  if (parsed.success) return { file, value: parsed.data, problems: [], lineOf }
  const problems = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => problem(lineOf([...issue.path, key]), `There is no field ${key} here.`))
      : [problem(lineOf(issue.path), `${nameOf(issue.path)}${issue.message}.`)],
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
