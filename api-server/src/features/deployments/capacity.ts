/** The share of accounts that is kept back for resets and failures, on top of those that exams have booked. */
const SPARE_SHARE = 0.1

export interface Span {
  from: Date
  until: Date
}

/** What takes accounts of a cloud, now and later. */
export interface Occupancy {
  now: Date
  /** Accounts that can be used at all. */
  accounts: number
  /** Spans that exams have booked. */
  bookings: readonly Span[]
  /** Spans for which labs have accounts, and those that are being cleaned. */
  leases: readonly Span[]
}

/** Accounts that so many exams at once need, with their spares. */
export const accountsFor = (bookings: number): number => bookings + Math.ceil(bookings * SPARE_SHARE)

/**
 * Whether one more booking or lease leaves enough accounts at every moment of its span. Spans are compared as such and not hour by hour, so
 * an exam of a day and a lab of an hour are weighed alike. What is in use changes only where a span begins, so those moments are looked at.
 */
export function roomFor({ accounts, bookings, leases }: Occupancy, span: Span, what: 'booking' | 'lease'): boolean {
  const meeting = (one: Span) => one.from < span.until && one.until > span.from
  const booked = bookings.filter(meeting)
  const leased = leases.filter(meeting)
  const moments = new Set([span.from.getTime()])
  for (const { from } of [...booked, ...leased]) if (from > span.from) moments.add(from.getTime())
  for (const moment of moments) {
    const at = (spans: Span[]) =>
      spans.filter(({ from, until }) => from.getTime() <= moment && until.getTime() > moment).length
    const exams = at(booked) + (what === 'booking' ? 1 : 0)
    const labs = at(leased) + (what === 'lease' ? 1 : 0)
    if (accountsFor(exams) + labs > accounts) return false
  }
  return true
}
