import { type Document, isNode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import type { Problem } from '../model.ts'
import '../../../../http/validation.ts'

export type KeyPath = readonly PropertyKey[]

export interface YamlText {
  file: string
  lineOf(path: KeyPath): number
}

/** Maximum number of syntax errors reported per text: one broken line often breaks all following ones. */
const MAX_SYNTAX_ERRORS = 10

/** Maximum number of characters that can start a YAML token. The parser takes about 10 µs for each, and hand-written texts have far fewer. */
const MAX_SIGNS = 40_000
const SIGN = /[\n,[\]{}&*!"']|[-?:]\s/g
/** Maximum number of schema problems reported per text. */
const MAX_PROBLEMS = 100

export interface ParsedYaml {
  document: Document.Parsed | undefined
  raw: unknown
  problems: Problem[]
  lineAt(offset: number): number
}

/** Parses one YAML text. This is the slow part. */
export function parseText({
  file,
  text,
  firstLine = 1,
}: {
  file: string
  text: string
  firstLine?: number
}): ParsedYaml {
  const counter = new LineCounter()
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1
  const none = (problems: [line: number, message: string][]): ParsedYaml => ({
    document: undefined,
    raw: undefined,
    problems: problems.map(([line, message]) => ({ file, line, message })),
    lineAt: () => firstLine,
  })
  const tooDeep = 'This is nested too deeply.'
  if (isTooDeep(text)) return none([[firstLine, tooDeep]])
  if ((text.match(SIGN)?.length ?? 0) > MAX_SIGNS) return none([[firstLine, 'This has too many parts for one file.']])
  try {
    // The parser's own check compares each key with all previous ones, which takes minutes for 100,000 keys.
    const document = parseDocument(text, {
      lineCounter: counter,
      prettyErrors: false,
      stringKeys: true,
      uniqueKeys: false,
    })
    const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => [pos[0], message] as const)
    const wrong = [...broken, ...findDuplicateKeys(document)].slice(0, MAX_SYNTAX_ERRORS)
    if (wrong.length > 0) return none(wrong.map(([offset, message]) => [lineAt(offset), sentence(message)]))
    // Aliases are rejected, because a few of them can expand a small file to gigabytes.
    return { document, raw: document.toJS({ maxAliasCount: 0 }) ?? {}, problems: [], lineAt }
  } catch (error) {
    return none([[firstLine, error instanceof RangeError ? tooDeep : 'Anchors and aliases are not supported.']])
  }
}

function findDuplicateKeys(document: Document.Parsed): (readonly [offset: number, message: string])[] {
  const found: (readonly [number, string])[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) found.push([key.range?.[0] ?? 0, 'Map keys must be unique'])
        seen.add(key.value)
      }
    },
  })
  return found
}

/** Validates a parsed text against a schema. Reports all problems with line numbers; with any problem, there is no value. */
export function readYaml<Schema extends z.ZodType>(
  schema: Schema,
  file: string,
  { document, raw, problems: syntax, lineAt }: ParsedYaml,
): YamlText & { value: z.output<Schema> | undefined; problems: Problem[] } {
  if (!document) return { file, value: undefined, problems: syntax, lineOf: () => lineAt(0) }
  const problem = (line: number, message: string): Problem => ({ file, line, message })
  const lineOf = (path: KeyPath) => lineAt(offsetOf(document, path))
  const parsed = schema.safeParse(raw)
  if (parsed.success) return { file, value: parsed.data, problems: [], lineOf }
  const problems = parsed.error.issues
    .slice(0, MAX_PROBLEMS)
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys
            .slice(0, MAX_PROBLEMS)
            .map((key) => problem(lineOf([...issue.path, key]), `There is no field ${key} here.`))
        : [problem(lineOf(issue.path), sentence(`${nameOf(issue.path)}${issue.message}`))],
    )
  return { file, value: undefined, problems, lineOf }
}

/** Offset of a value, or of the closest enclosing node if it is missing. */
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

/** Maximum nesting depth of a YAML text. Deeper input is never hand-written and takes the parser seconds. */
const MAX_NESTING = 1000

function isTooDeep(text: string): boolean {
  let open = 0
  for (const [bracket] of text.matchAll(/[[{\]}]/g)) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1)
    if (open > MAX_NESTING) return true
  }
  return false
}
