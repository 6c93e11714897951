import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountsFor, busiestMoment, hasRoomFor, type Occupancy, type Span } from './capacity.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 3, 0, minute))
const span = ([from, minutes]: [number, number]): Span => ({ from: at(from), until: at(from + minutes) })

test('adds spares to the accounts booked for exams', () => {
  expect([0, 1, 10, 11, 36].map(accountsFor)).toEqual([0, 2, 11, 13, 40])
})

test('has room exactly if enough accounts remain in every minute', () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60 })), { maxLength: 8 })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8 }),
      spans,
      spans,
      fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60 })),
      fc.constantFrom('booking' as const, 'lease' as const),
      fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 4 }),
      (accounts, bookings, leases, wanted, what, leaving) => {
        const occupancy: Occupancy = {
          now: at(0),
          accounts,
          leaving: leaving.map(at),
          bookings: bookings.map(span),
          leases: leases.map(span),
        }
        const covering = (all: [number, number][], minute: number) =>
          all.filter(([from, minutes]) => from <= minute && minute < from + minutes).length
        const minutes = Array.from({ length: wanted[1] }, (_, index) => wanted[0] + index)
        const suffices = minutes.every((minute) => {
          const exams = covering(bookings, minute) + (what === 'booking' ? 1 : 0)
          const labs = covering(leases, minute) + (what === 'lease' ? 1 : 0)
          const gone = leaving.filter((when) => when <= minute).length
          return exams + Math.ceil(exams / 10) + labs <= accounts - gone
        })
        expect(hasRoomFor(occupancy, span(wanted), what)).toBe(suffices)
      },
    ),
    { numRuns: 500 },
  )
})

test('has room for exactly the reported number of additional exams throughout a span', () => {
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 60 })), { maxLength: 8 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), spans, spans, (accounts, bookings, leases) => {
      const occupancy: Occupancy = { now: at(0), accounts, bookings: bookings.map(span), leases: leases.map(span) }
      const hour = span([20, 60])
      const { left } = busiestMoment(occupancy, hour)
      const withMore = (more: number) => ({
        ...occupancy,
        bookings: [...occupancy.bookings, ...Array.from({ length: more }, () => hour)],
      })
      if (left > 0) expect(hasRoomFor(withMore(left - 1), hour, 'booking')).toBe(true)
      expect(hasRoomFor(withMore(left), hour, 'booking')).toBe(false)
    }),
    { numRuns: 300 },
  )
})
