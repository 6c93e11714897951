import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderPart, priceOrder, shareByWeight, taxWithin } from './pricing.ts'

const part: fc.Arbitrary<OrderPart> = fc.record({ amount: fc.nat(5_000_00), owned: fc.boolean() })
const parts = fc.array(part, { minLength: 1, maxLength: 6 })

test('an order costs its seats minus owned parts, and never less than zero', () => {
  fc.assert(
    fc.property(
      fc.nat(5_000_00),
      parts,
      fc.integer({ min: 1, max: 500 }),
      fc.boolean(),
      (unit, list, quantity, gift) => {
        const price = priceOrder({ amount: unit, currency: 'EUR' }, list, quantity, gift)
        const seats = price.parts.reduce((sum, { amount, first_seat }) => sum + amount * (quantity - first_seat), 0)
        expect(price.total_amount).toBe(unit * quantity - price.discount_amount)
        expect(seats).toBe(price.total_amount)
        expect(price.discount_amount).toBeGreaterThanOrEqual(0)
        expect(price.discount_amount).toBeLessThanOrEqual(unit)
        if (gift || list.length === 1) expect(price.discount_amount).toBe(0)
      },
    ),
  )
})

test('a fully owned bundle has no deduction, because its seats are for others', () => {
  const owned = [
    { amount: 100_00, owned: true },
    { amount: 50_00, owned: true },
  ]
  expect(priceOrder({ amount: 120_00, currency: 'EUR' }, owned, 2, false)).toMatchObject({
    discount_amount: 0,
    total_amount: 240_00,
  })
})

const amount = fc.integer({ min: 0, max: 2_000_000_000 })

test('shares add up to the total, are never negative, and differ from the exact share by less than one', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 60 }), (total, weights) => {
      const shares = shareByWeight(total, weights)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total)
      const sum = weights.reduce((all, weight) => all + weight, 0)
      for (const [index, share] of shares.entries()) {
        expect(share).toBeGreaterThanOrEqual(0)
        if (sum > 0) expect(Math.abs(share - (total * (weights[index] ?? 0)) / sum)).toBeLessThanOrEqual(1.001)
      }
    }),
  )
})

test('the rounding remainder goes to the shares that lost most', () => {
  expect(shareByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(shareByWeight(10, [1, 2, 4])).toEqual([1, 3, 6])
  expect(shareByWeight(5, [0, 0])).toEqual([3, 2])
  expect(shareByWeight(0, [])).toEqual([])
})

test('sharing an amount by its own shares does not change it', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (total, weights) => {
      const shares = shareByWeight(total, weights)
      expect(shareByWeight(total, shares)).toEqual(total === 0 ? shares.map(() => 0) : shares)
    }),
  )
})

test('the taxes of consecutive parts add up to the total tax, and none exceeds its part', () => {
  fc.assert(
    fc.property(amount, fc.double({ min: 0, max: 0.3, noNaN: true }), fc.array(fc.nat(1000)), (total, share, cuts) => {
      const whole = { total, tax: Math.floor(total * share) }
      const stops = [0, ...cuts.map((cut) => Math.floor((total * cut) / 1000)).sort((a, b) => a - b), total]
      const parts = stops.slice(1).map((to, index) => ({
        part: to - stops[index]!,
        tax: taxWithin(to, whole) - taxWithin(stops[index]!, whole),
      }))
      expect(parts.reduce((sum, { tax }) => sum + tax, 0)).toBe(total === 0 ? 0 : whole.tax)
      for (const { part, tax } of parts) {
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(part)
      }
    }),
  )
})
