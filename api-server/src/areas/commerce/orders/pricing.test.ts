import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OrderPart, priceOrder } from './pricing.ts'

const part: fc.Arbitrary<OrderPart> = fc.record({ amount: fc.nat(5_000_00), owned: fc.boolean() })
const parts = fc.array(part, { minLength: 1, maxLength: 6 })

test('an order costs its seats less what the buyer owns, never more and never below nothing', () => {
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

test('a bundle owned whole keeps its seats whole: they are for others', () => {
  const owned = [
    { amount: 100_00, owned: true },
    { amount: 50_00, owned: true },
  ]
  expect(priceOrder({ amount: 120_00, currency: 'EUR' }, owned, 2, false)).toMatchObject({
    discount_amount: 0,
    total_amount: 240_00,
  })
})
