/** Amount in minor units, such as cents, and the ISO 4217 code of its currency. */
interface Amount {
  amount: number
  currency: string
}

/** Default currency of prices, and currency of the cloud resource price list. */
export const DEFAULT_CURRENCY = 'EUR'

const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND'

/** Number of decimals in ISO 4217. Intl follows common usage instead and has none for LBP or RSD. */
export const exponentOf = (currency: string): number =>
  WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE.includes(currency) ? 3 : 2

/** Smallest chargeable unit. Card networks accept only two decimals of three-decimal currencies. */
export const stepOf = (currency: string): number => (exponentOf(currency) === 3 ? 10 : 1)

/** `€149`, `€149.50`, `¥4,900`, `€0`: whole amounts without decimals. */
export const formatMoney = (money: Amount): string =>
  format(money, money.amount % 10 ** exponentOf(money.currency) === 0)

/** `€149.00`: always with the decimals of its currency, as on an invoice. */
export const formatExact = (money: Amount): string => format(money, false)

/** Price of a product: `€149`, or `Free`. */
export const formatPrice = (money: Amount): string => (money.amount === 0 ? 'Free' : formatMoney(money))

function format({ amount, currency }: Amount, isWhole: boolean): string {
  const exponent = exponentOf(currency)
  const digits = isWhole ? 0 : exponent
  return new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** exponent)
}

const MICROS = 1_000_000
const small = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** `0.0104 EUR`: cost of a cloud resource, from millionths of a currency unit. */
export const formatMicros = (micros: number, currency: string): string => `${small.format(micros / MICROS)} ${currency}`

/** Value of an input field for such a cost. */
export const unitsOfMicros = (micros: number): number => micros / MICROS
export const microsOfUnits = (units: number): number => Math.round(units * MICROS)

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
