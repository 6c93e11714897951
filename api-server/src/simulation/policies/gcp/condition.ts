import { type ASTNode, Environment, EvaluationError, ParseError } from '@marcbachmann/cel-js'

/** What a condition may ask about. */
export interface ConditionFacts {
  'resource.name': string
  'resource.type': string
  'resource.service': string
  /** As in `2026-11-24T10:00:00Z`. */
  'request.time': string
}

/** Longest condition that is read, in characters: the parser goes as deep as there are signs in front of a value. */
const MAX_CONDITION = 2_000

const environment = new Environment({ limits: { maxAstNodes: 250, maxDepth: 50 } })
  .registerVariable('resource', 'map')
  .registerVariable('request', 'map')

/** Macros repeat themselves for each element of a list, and a pattern may take exponential time. */
const functions = ['startsWith', 'endsWith', 'contains', 'timestamp']

/** Whether a condition of a binding holds; null when it is not valid, or asks for something that is not known here. */
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

/** Calls nothing but the functions above. */
function isBounded({ op, args }: ASTNode): boolean {
  if ((op === 'call' || op === 'rcall') && !functions.includes(args[0])) return false
  return [args].flat(2).every((part) => !isNode(part) || isBounded(part))
}

const isNode = (part: unknown): part is ASTNode => typeof part === 'object' && part !== null && 'op' in part

function contextOf(facts: Partial<ConditionFacts>) {
  const { 'resource.name': name, 'resource.type': type, 'resource.service': service, 'request.time': time } = facts
  return { resource: { name, type, service }, request: time === undefined ? {} : { time: new Date(time) } }
}
