import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shareByWeight, taxWithin } from './shares.ts'

const amount = fc.integer({ min: 0, max: 2_000_000_000 })

test('shares add up to the whole, are never negative, and differ from the exact share by less than one', () => {
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

test('what rounding leaves goes to those who lost most by it', () => {
  expect(shareByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(shareByWeight(10, [1, 2, 4])).toEqual([1, 3, 6])
  expect(shareByWeight(5, [0, 0])).toEqual([3, 2])
  expect(shareByWeight(0, [])).toEqual([])
})

test('what is shared out by its own shares stays as it is', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (total, weights) => {
      const shares = shareByWeight(total, weights)
      expect(shareByWeight(total, shares)).toEqual(total === 0 ? shares.map(() => 0) : shares)
    }),
  )
})

test('the taxes of parts that follow each other add up to the tax of the whole, and none is more than its part', () => {
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
