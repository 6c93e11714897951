import { expect, test } from 'vitest'
import { price } from '../src/contract/content-fields.ts'
import { currencies } from '../src/contract/currencies.ts'
import {
  exponentOf,
  formatExact,
  formatMicros,
  formatMoney,
  formatPrice,
  fromDecimal,
  stepOf,
  toDecimal,
} from '../src/contract/money.ts'

test.each([
  [14_900, 'EUR', '€149', '€149.00', '149.00'],
  [14_950, 'EUR', '€149.50', '€149.50', '149.50'],
  [1, 'EUR', '€0.01', '€0.01', '0.01'],
  [0, 'EUR', '€0', '€0.00', '0.00'],
  [-1250, 'EUR', '-€12.50', '-€12.50', '-12.50'],
  [4900, 'JPY', '¥4,900', '¥4,900', '4900'],
  [0, 'JPY', '¥0', '¥0', '0'],
  [12_500, 'KWD', 'KWD\u00a012.500', 'KWD\u00a012.500', '12.500'],
  [12_000, 'KWD', 'KWD\u00a012', 'KWD\u00a012.000', '12.000'],
  [250_00, 'RSD', 'RSD\u00a0250', 'RSD\u00a0250.00', '250.00'],
])('%i %s reads %s, on an invoice %s, in a file %s', (amount, currency, short, exact, decimal) => {
  const money = { amount, currency }
  expect([formatMoney(money), formatExact(money), toDecimal(money)]).toEqual([short, exact, decimal])
  expect(fromDecimal(decimal, currency)).toBe(amount)
})

test('an amount of 0 is “Free” only as a price', () => {
  expect([formatPrice({ amount: 0, currency: 'EUR' }), formatPrice({ amount: 100, currency: 'JPY' })]).toEqual([
    'Free',
    '¥100',
  ])
})

test.each([
  ['49', 'JPY', 49],
  ['49.00', 'JPY', 49],
  ['49.5', 'JPY', Number.NaN],
  ['49.5', 'EUR', 4950],
  ['49.999', 'EUR', Number.NaN],
  ['1.25', 'KWD', 1250],
  ['1.125', 'KWD', 1125],
  ['0.1', 'EUR', 10],
  ['8.2', 'EUR', 820],
  ['1e3', 'EUR', Number.NaN],
  [' ', 'EUR', null],
])('“%s” typed in %s is %s', (typed, currency, amount) => {
  expect(fromDecimal(typed, currency)).toBe(amount)
})

test('formats, parses and charges every price currency by its own decimals', () => {
  for (const currency of currencies) {
    const money = { amount: 123 * 10 ** exponentOf(currency), currency }
    expect([currency, fromDecimal(toDecimal(money), currency)]).toEqual([currency, money.amount])
    expect(formatExact(money)).toMatch(exponentOf(currency) === 0 ? /123$/ : /123\.0+$/)
    expect(money.amount % stepOf(currency)).toBe(0)
    expect(price.safeParse(money).success).toBe(true)
  }
})

test.each([
  [{ amount: 100, currency: 'ZZZ' }, ['currency']],
  [{ amount: 100, currency: 'ISK' }, ['currency']],
  [{ amount: 100, currency: 'eur' }, ['currency']],
  [{ amount: 12_505, currency: 'KWD' }, ['amount']],
  [{ amount: 10.5, currency: 'JPY' }, ['amount']],
])('refuses the price %o', (value, path) => {
  expect(price.safeParse(value).error?.issues[0]?.path).toEqual(path)
})

test('the cost of a cloud resource includes its currency', () => {
  expect([formatMicros(10_400, 'EUR'), formatMicros(0, 'EUR')]).toEqual(['0.0104 EUR', '0.00 EUR'])
})
