import { type ASTNode, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js'

/** Attributes available to a condition. */
export interface ConditionFacts {
  'resource.name': string
  'resource.type': string
  'resource.service': string
  /** As in `2026-11-24T10:00:00Z`. */
  'request.time': string
}

/** Maximum length of a Google Cloud IAM condition, in characters: the parser recurses once per unary operator. */
const MAX_CONDITION = 2_000

const environment = new Environment({ limits: { maxAstNodes: 250, maxDepth: 50 } })
  .registerVariable('resource', 'map')
  .registerVariable('request', 'map')

/** Allowed functions. Macros iterate over lists, and a pattern may take exponential time, so both are excluded. */
const functions = ['startsWith', 'endsWith', 'contains', 'timestamp']

/** Whether a binding's condition is met; null if it is invalid, or uses an unknown attribute. */
export function holdsCondition(expression: string, facts: Partial<ConditionFacts>): boolean | null {
  if (expression.length > MAX_CONDITION) return null
  try {
    const condition = environment.parse(expression)
    const value = isBounded(condition.ast) ? condition(contextOf(facts)) : null
    return typeof value === 'boolean' ? value : null
  } catch (error) {
    if (error instanceof ParseError || error instanceof EvaluationError) return null
    throw error
  }
}

/** Whether it only calls the functions above. */
function isBounded({ op, args }: ASTNode): boolean {
  if ((op === 'call' || op === 'rcall') && !functions.includes(args[0])) return false
  return [args].flat(2).every((part) => !isNode(part) || isBounded(part))
}

const isNode = (part: unknown): part is ASTNode => typeof part === 'object' && part !== null && 'op' in part

function contextOf(facts: Partial<ConditionFacts>) {
  const { 'resource.name': name, 'resource.type': type, 'resource.service': service, 'request.time': time } = facts
  return { resource: { name, type, service }, request: time === undefined ? {} : { time: new Date(time) } }
}
