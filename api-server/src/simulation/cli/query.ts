import { compile, type JSONValue, search } from '@jmespath-community/jmespath'
import { LimitReached } from '../budget.ts'

/** The functions of the clouds' own programs. The library knows more, some of which make as much text as they are asked to. */
const FUNCTIONS = new Set(
  'abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by not_null reverse sort sort_by starts_with sum to_array to_number to_string type values'.split(
    ' ',
  ),
)
/** What the language of the clouds' programs has. The library's newer parts could join an answer with itself over and over. */
const PARTS = new Set(
  'Field QuotedIdentifier Index Slice IndexExpression Subexpression Flatten Projection ValueProjection FilterProjection Comparator OrExpression AndExpression NotExpression MultiSelectList MultiSelectHash KeyValuePair Function Current Identity Literal Pipe ExpressionReference'.split(
    ' ',
  ),
)
const LONGEST = 2_000
const MOST_ROUNDS = 10_000
const MOST_COPIES = 200

/** A part of an answer by JMESPath, as `--query` asks for it. Throws an Error with the reason where the path cannot be read. */
export function query(value: unknown, path: string): unknown {
  if (path.length > LONGEST) throw new Error(`A query may have ${LONGEST} characters.`)
  const tree = compile(path) as unknown as Node
  assertKnown(tree)
  if (copiesOf(tree) > MOST_COPIES || roundsOf(tree) > MOST_ROUNDS)
    throw new LimitReached('Stopped: this query would name the same part too often.')
  return search((value ?? null) as JSONValue, path)
}

interface Node {
  type?: string
  name?: string
  [part: string]: unknown
}

const inside = (node: Node): Node[] =>
  node.type === 'Literal'
    ? []
    : Object.values(node)
        .flatMap((part) => (Array.isArray(part) ? part : [part]))
        .filter((part): part is Node => typeof part === 'object' && part !== null)

function assertKnown(node: Node) {
  if (node.type !== undefined && !PARTS.has(node.type))
    throw new Error(`This part of the query is not in this simulation (${node.type}).`)
  if (node.type === 'Function' && !FUNCTIONS.has(String(node.name))) throw new Error(`Unknown function: ${node.name}()`)
  for (const part of inside(node)) assertKnown(part)
}

/** How often at most a part of the answer can stand in the result: lists of parts add up, what follows one another multiplies. */
function copiesOf(node: Node): number {
  const counts = inside(node).map(copiesOf)
  if (/MultiSelect|Function|KeyValue|Let|Binding/.test(node.type ?? ''))
    return counts.reduce((sum, one) => sum + one, 0) || 1
  return counts.reduce((product, one) => Math.min(product * one, 1e9), 1)
}

/** Rounds that lists written into the query could lead to, each inside the other. */
function roundsOf(node: Node): number {
  if (node.type === 'Literal') return Math.max(1, leavesOf(node.value))
  return inside(node).reduce((product, one) => Math.min(product * roundsOf(one), 1e9), 1)
}

const leavesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, one) => sum + leavesOf(one), 0) : 1
