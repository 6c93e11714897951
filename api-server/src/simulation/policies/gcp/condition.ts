/** What a condition may ask about. */
export interface ConditionFacts {
  'resource.name': string
  'resource.type': string
  'resource.service': string
  /** As in `2026-11-24T10:00:00Z`. */
  'request.time': string
}

type Value = string | boolean | { moment: number }

/**
 * Whether a condition of a binding holds; null when it asks for something that is not read here. Read are the names
 * above, texts, timestamps, `startsWith`, `endsWith`, comparisons, `&&`, `||`, `!` and brackets.
 */
export function holdsCondition(expression: string, facts: Partial<ConditionFacts>): boolean | null {
  const tokens = tokensOf(expression)
  if (tokens === null) return null
  const reader = { tokens, at: 0, depth: 0, facts }
  const value = either(reader)
  return reader.at === tokens.length && typeof value === 'boolean' ? value : null
}

interface Reader {
  tokens: string[]
  at: number
  depth: number
  facts: Partial<ConditionFacts>
}

const TOKEN = /\s*(&&|\|\||==|!=|<=|>=|[<>!(),]|"[^"\\]*"|'[^'\\]*'|[A-Za-z_][\w.]*|$)/y

function tokensOf(text: string): string[] | null {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text)
    if (!found) return null
    if (found[1]) tokens.push(found[1])
  }
  return tokens
}

const take = (reader: Reader, token: string): boolean => {
  if (reader.tokens[reader.at] !== token) return false
  reader.at++
  return true
}

function either(reader: Reader): Value | null {
  let left = both(reader)
  while (take(reader, '||')) {
    const right = both(reader)
    left = typeof left === 'boolean' && typeof right === 'boolean' ? left || right : null
  }
  return left
}

function both(reader: Reader): Value | null {
  let left = comparison(reader)
  while (take(reader, '&&')) {
    const right = comparison(reader)
    left = typeof left === 'boolean' && typeof right === 'boolean' ? left && right : null
  }
  return left
}

const comparisons: Record<string, (order: number) => boolean> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function comparison(reader: Reader): Value | null {
  const left = single(reader)
  const compare = comparisons[reader.tokens[reader.at] ?? '']
  if (!compare) return left
  reader.at++
  const order = orderOf(left, single(reader))
  return order === null ? null : compare(order)
}

function orderOf(left: Value | null, right: Value | null): number | null {
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  if (left !== null && right !== null && typeof left === 'object' && typeof right === 'object')
    return left.moment - right.moment
  return null
}

function single(reader: Reader): Value | null {
  // Brackets and negations may stand in each other as deep as anybody writes them.
  if (++reader.depth > 50) return null
  const value = unbounded(reader)
  reader.depth--
  return value
}

function unbounded(reader: Reader): Value | null {
  if (take(reader, '!')) {
    const value = single(reader)
    return typeof value === 'boolean' ? !value : null
  }
  if (take(reader, '(')) {
    const value = either(reader)
    return take(reader, ')') ? value : null
  }
  const token = reader.tokens[reader.at++] ?? ''
  if (/^["']/.test(token)) return token.slice(1, -1)
  if (token === 'true' || token === 'false') return token === 'true'
  return take(reader, '(') ? call(reader, token) : factOf(reader, token)
}

function call(reader: Reader, name: string): Value | null {
  const argument = either(reader)
  if (!take(reader, ')') || typeof argument !== 'string') return null
  if (name === 'timestamp') return momentOf(argument)
  const dot = name.lastIndexOf('.')
  const subject = factOf(reader, name.slice(0, dot))
  if (typeof subject !== 'string') return null
  const method = name.slice(dot + 1)
  if (method === 'startsWith') return subject.startsWith(argument)
  return method === 'endsWith' ? subject.endsWith(argument) : null
}

function factOf({ facts }: Reader, name: string): Value | null {
  if (!Object.hasOwn(facts, name)) return null
  const fact = facts[name as keyof ConditionFacts]
  if (fact === undefined) return null
  return name === 'request.time' ? momentOf(fact) : fact
}

const momentOf = (text: string): Value | null => {
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : { moment }
}
