import { compile, type JSONValue, search } from '@jmespath-community/jmespath'
import { LimitReached } from '../budget.ts'

/** Functions supported by the clouds' own programs. The library has more, some of which can create arbitrarily long text. */
const FUNCTIONS = new Set(
  'abs avg ceil contains ends_with floor join keys length map max max_by merge min min_by not_null reverse sort sort_by starts_with sum to_array to_number to_string type values'.split(
    ' ',
  ),
)
/** Syntax supported by the clouds' own programs. Newer syntax of the library could join a result with itself repeatedly. */
const PARTS = new Set(
  'Field QuotedIdentifier Index Slice IndexExpression Subexpression Flatten Projection ValueProjection FilterProjection Comparator OrExpression AndExpression NotExpression MultiSelectList MultiSelectHash KeyValuePair Function Current Identity Literal Pipe ExpressionReference'.split(
    ' ',
  ),
)
const LONGEST = 2_000
const MOST_ROUNDS = 10_000
const MOST_COPIES = 200

/** Evaluates a JMESPath expression, as in `--query`. Throws an Error with the reason if the expression is invalid. */
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

/** Maximum number of copies of a part of the response in the result: multi-select lists add up, chained expressions multiply. */
function copiesOf(node: Node): number {
  const counts = inside(node).map(copiesOf)
  if (/MultiSelect|Function|KeyValue|Let|Binding/.test(node.type ?? ''))
    return counts.reduce((sum, one) => sum + one, 0) || 1
  return counts.reduce((product, one) => Math.min(product * one, 1e9), 1)
}

/** Maximum number of iterations of nested lists that are literals in the query. */
function roundsOf(node: Node): number {
  if (node.type === 'Literal') return Math.max(1, leavesOf(node.value))
  return inside(node).reduce((product, one) => Math.min(product * roundsOf(one), 1e9), 1)
}

const leavesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum, one) => sum + leavesOf(one), 0) : 1
