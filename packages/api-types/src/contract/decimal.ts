import { type Amount, exponentOf } from './money.ts'

/** Exact decimal such as `12.50`, `4900` or `-1.250`, without a symbol or separators. */
export function toDecimal({ amount, currency }: Amount): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return `${amount < 0 ? '-' : ''}${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ''}`
}

/** Parses a typed decimal number. Returns null for empty text and NaN for an invalid amount in this currency. */
export function fromDecimal(text: string, currency: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const [, whole = '', decimals = ''] = /^(-?\d+)(?:\.(\d*))?$/.exec(typed) ?? []
  const exponent = exponentOf(currency)
  const isWhole = [...decimals.slice(exponent)].every((digit) => digit === '0')
  return whole === '' || !isWhole ? Number.NaN : Number(whole + decimals.slice(0, exponent).padEnd(exponent, '0'))
}
