/** Share of spare accounts for resets and failures, on top of the accounts booked for exams. */
const SPARE_SHARE = 0.1

export interface Span {
  from: Date
  until: Date
}

interface Lease extends Span {
  groups?: readonly string[]
}

/** Accounts reserved for a group, including those its learners already use. */
export interface GroupSpan extends Span {
  id: string
  accounts: number
}

/** Current and future use of a cloud's accounts. */
export interface Occupancy {
  now: Date
  accounts: number
  /** Times at which accounts become unusable: accounts in a region with an outage, when their current use ends. */
  leaving?: readonly Date[]
  /** Spans booked for exams. */
  bookings: readonly Span[]
  groups?: readonly GroupSpan[]
  /** Spans in which accounts are leased to labs or being cleaned. */
  leases: readonly Lease[]
}

/** Number of accounts needed for this many concurrent exams, including spares. */
export const accountsFor = (bookings: number): number => bookings + Math.ceil(bookings * SPARE_SHARE)

interface Usage {
  accounts: number
  exams: number
  /** Reserved for groups, not counting the accounts their learners already use. */
  groups: number
  labs: number
}

/** Usage over a span. It can only peak when a booking or lease starts or an account leaves the pool, so only those moments are computed. */
function* usagesIn(
  { accounts, leaving = [], bookings, leases, groups = [] }: Occupancy,
  span: Span,
): Generator<Usage & { at: Date }> {
  const meeting = (one: Span) => one.from < span.until && one.until > span.from
  const booked = bookings.filter(meeting)
  const leased = leases.filter(meeting)
  const reserved = groups.filter(meeting)
  const moments = new Set([span.from.getTime()])
  for (const { from } of [...booked, ...leased, ...reserved]) if (from > span.from) moments.add(from.getTime())
  // When a group's learner finishes, the account counts as reserved for the group again.
  for (const lease of leased) if (lease.groups?.length && lease.until < span.until) moments.add(lease.until.getTime())
  for (const at of leaving) if (at > span.from && at < span.until) moments.add(at.getTime())
  for (const moment of moments) {
    const at = <S extends Span>(spans: readonly S[]) =>
      spans.filter(({ from, until }) => from.getTime() <= moment && until.getTime() > moment)
    const labs = at(leased)
    yield {
      at: new Date(moment),
      accounts: accounts - leaving.filter((one) => one.getTime() <= moment).length,
      exams: at(booked).length,
      labs: labs.length,
      groups: unusedReservations(at(reserved), labs),
    }
  }
}

/** A learner in several groups uses up an account of the first one only. */
function unusedReservations(groups: readonly GroupSpan[], leases: readonly Lease[]): number {
  const left = new Map(groups.map(({ id, accounts }) => [id, accounts]))
  for (const { groups: theirs = [] } of leases) {
    const id = theirs.find((one) => (left.get(one) ?? 0) > 0)
    if (id !== undefined) left.set(id, (left.get(id) ?? 0) - 1)
  }
  return [...left.values()].reduce((sum, count) => sum + count, 0)
}

const fits = (usage: Usage) => used(usage) <= usage.accounts

/**
 * Whether enough accounts remain at every moment of the span with one more booking or lease. Compares exact spans, not hours, so that a day-long
 * exam and an hour-long lab are treated alike.
 */
export function hasRoomFor(occupancy: Occupancy, span: Lease, what: 'booking' | 'lease'): boolean {
  const withIt =
    what === 'booking'
      ? { ...occupancy, bookings: [...occupancy.bookings, span] }
      : { ...occupancy, leases: [...occupancy.leases, span] }
  for (const usage of usagesIn(withIt, span)) if (!fits(usage)) return false
  return true
}

/** First moment at which the reservation for this group would not fit; undefined if it always fits. */
export function shortageOf(occupancy: Occupancy, group: GroupSpan) {
  const withIt = { ...occupancy, groups: [...(occupancy.groups ?? []), group] }
  for (const usage of usagesIn(withIt, group))
    if (!fits(usage)) {
      const taken = { ...usage, groups: Math.max(0, usage.groups - group.accounts) }
      return {
        ...taken,
        spares: accountsFor(usage.exams) - usage.exams,
        left: Math.max(0, usage.accounts - used(taken)),
      }
    }
  return undefined
}

/** Busiest moment of a span, by the rule of `hasRoomFor`. `left` is the number of additional exams that fit throughout the span. */
export function busiestMoment(occupancy: Occupancy, span: Span) {
  const moments = [...usagesIn(occupancy, span)].map((usage) => ({
    ...usage,
    left: examsLeft(usage),
  }))
  const fullest = moments.reduce((a, b) => (b.left < a.left || (b.left === a.left && used(b) > used(a)) ? b : a))
  return { ...fullest, spares: accountsFor(fullest.exams) - fullest.exams }
}

const used = ({ exams, labs, groups }: Usage) => accountsFor(exams) + groups + labs

function examsLeft({ exams, ...others }: Usage): number {
  let left = 0
  while (fits({ ...others, exams: exams + left + 1 })) left++
  return left
}
