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

/** What is in use at one moment. */
interface Usage {
  exams: number
  labs: number
}

/** What is in use in a span. It changes only where one that takes an account begins, so those moments are looked at. */
function* usagesIn({ bookings, leases }: Occupancy, span: Span): Generator<Usage> {
  const meeting = (one: Span) => one.from < span.until && one.until > span.from
  const booked = bookings.filter(meeting)
  const leased = leases.filter(meeting)
  const moments = new Set([span.from.getTime()])
  for (const { from } of [...booked, ...leased]) if (from > span.from) moments.add(from.getTime())
  for (const moment of moments) {
    const at = (spans: Span[]) =>
      spans.filter(({ from, until }) => from.getTime() <= moment && until.getTime() > moment).length
    yield { exams: at(booked), labs: at(leased) }
  }
}

const fits = ({ exams, labs }: Usage, accounts: number) => accountsFor(exams) + labs <= accounts

/**
 * Whether one more booking or lease leaves enough accounts at every moment of its span. Spans are compared as such and not hour by hour, so
 * an exam of a day and a lab of an hour are weighed alike.
 */
export function roomFor(occupancy: Occupancy, span: Span, what: 'booking' | 'lease'): boolean {
  for (const { exams, labs } of usagesIn(occupancy, span)) {
    const withIt = { exams: exams + (what === 'booking' ? 1 : 0), labs: labs + (what === 'lease' ? 1 : 0) }
    if (!fits(withIt, occupancy.accounts)) return false
  }
  return true
}

/** The fullest moment of a span, by the rule of `roomFor`: `left` more exams have room through all of it. */
export function fullestIn(occupancy: Occupancy, span: Span) {
  const moments = [...usagesIn(occupancy, span)].map((usage) => ({
    ...usage,
    left: roomLeft(usage, occupancy.accounts),
  }))
  const fullest = moments.reduce((a, b) => (b.left < a.left || (b.left === a.left && used(b) > used(a)) ? b : a))
  return { ...fullest, spares: accountsFor(fullest.exams) - fullest.exams }
}

const used = ({ exams, labs }: Usage) => accountsFor(exams) + labs

function roomLeft({ exams, labs }: Usage, accounts: number): number {
  let left = 0
  while (fits({ exams: exams + left + 1, labs }, accounts)) left++
  return left
}
