import { ShellSyntaxError } from './syntax.ts'

const LEVELS = [['|'], ['^'], ['&'], ['==', '!='], ['<=', '>=', '<', '>'], ['<<', '>>'], ['+', '-'], ['*', '/', '%']]
const NESTED = 50

/** `$(( … ))`: whole numbers, decimal, octal or hexadecimal. */
export function calculate(text: string, variableOf: (name: string) => string): number {
  const tokens =
    text.match(/0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|\$?[A-Za-z_]\w*|<<|>>|[=!<>]=|[-+*/%()&|^~<>]|\S/g) ?? []
  let at = 0
  let depth = 0

  const binary = (level: number): bigint => {
    const operators = LEVELS[level]
    if (!operators) return unary()
    let left = binary(level + 1)
    while (operators.includes(tokens[at] ?? '')) {
      const operator = tokens[at++] ?? ''
      left = BigInt.asIntN(64, apply(operator, left, binary(level + 1)))
    }
    return left
  }
  const unary = (): bigint => {
    if (++depth > NESTED) throw new ShellSyntaxError('The sum is too deep.')
    try {
      const token = tokens[at++]
      if (token === '-') return -unary()
      if (token === '+') return unary()
      if (token === '~') return ~unary()
      if (token === '(') {
        const inner = binary(0)
        if (tokens[at++] !== ')') throw new ShellSyntaxError('A bracket of the sum is not closed.')
        return inner
      }
      if (token && /^\$?[A-Za-z_]/.test(token)) return numberOf(variableOf(token.replace('$', '')) || '0')
      return numberOf(token ?? '')
    } finally {
      depth--
    }
  }
  const result = binary(0)
  if (at < tokens.length) throw new ShellSyntaxError(`The sum “${text.slice(0, 80)}” cannot be read.`)
  return Number(BigInt.asIntN(64, result))
}

function numberOf(text: string): bigint {
  if (/^0[0-7]+$/.test(text)) return BigInt(`0o${text.slice(1)}`)
  if (!/^-?(0[xX][0-9a-fA-F]{1,16}|\d{1,19})$/.test(text))
    throw new ShellSyntaxError(`“${text.slice(0, 40)}” is no number.`)
  return BigInt(text)
}

function apply(operator: string, left: bigint, right: bigint): bigint {
  if ((operator === '/' || operator === '%') && right === 0n) throw new ShellSyntaxError('division by 0')
  const shift = right & 63n
  const results: Record<string, () => bigint> = {
    '|': () => left | right,
    '^': () => left ^ right,
    '&': () => left & right,
    '==': () => (left === right ? 1n : 0n),
    '!=': () => (left === right ? 0n : 1n),
    '<=': () => (left <= right ? 1n : 0n),
    '>=': () => (left >= right ? 1n : 0n),
    '<': () => (left < right ? 1n : 0n),
    '>': () => (left > right ? 1n : 0n),
    '<<': () => left << shift,
    '>>': () => left >> shift,
    '+': () => left + right,
    '-': () => left - right,
    '*': () => left * right,
    '/': () => left / right,
    '%': () => left % right,
  }
  return results[operator]?.() ?? 0n
}
