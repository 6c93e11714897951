/** The share of accounts that is kept back for resets and failures, on top of those that exams have booked. */
const SPARE_SHARE = 0.1

export interface Span {
  from: Date
  until: Date
}

/** A lease, with the groups whose learner has it. */
export interface Lease extends Span {
  groups?: readonly string[]
}

/** Accounts that are kept for a group, those included that its learners have. */
export interface GroupSpan extends Span {
  id: string
  accounts: number
}

/** What takes accounts of a cloud, now and later. */
export interface Occupancy {
  now: Date
  /** Accounts that can be used at all. */
  accounts: number
  /** When some of them cannot be used any more: those that are in use in a region that is down, once they are free. */
  leaving?: readonly Date[]
  /** Spans that exams have booked. */
  bookings: readonly Span[]
  /** What is kept for groups. */
  groups?: readonly GroupSpan[]
  /** Spans for which labs have accounts, and those that are being cleaned. */
  leases: readonly Lease[]
}

/** Accounts that so many exams at once need, with their spares. */
export const accountsFor = (bookings: number): number => bookings + Math.ceil(bookings * SPARE_SHARE)

/** What is in use at one moment, and of how many accounts. */
interface Usage {
  accounts: number
  exams: number
  /** What groups are kept beyond what their learners have. */
  groups: number
  labs: number
}

/** What is in use in a span. It grows only where one that takes an account begins or an account leaves, so those moments are looked at. */
function* usagesIn(
  { accounts, leaving = [], bookings, leases, groups = [] }: Occupancy,
  span: Span,
): Generator<Usage & { at: Date }> {
  const meeting = (one: Span) => one.from < span.until && one.until > span.from
  const booked = bookings.filter(meeting)
  const leased = leases.filter(meeting)
  const kept = groups.filter(meeting)
  const moments = new Set([span.from.getTime()])
  for (const { from } of [...booked, ...leased, ...kept]) if (from > span.from) moments.add(from.getTime())
  // A learner of a group who is done gives the account back to the group.
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
      groups: unusedOf(at(kept), labs),
    }
  }
}

/** A learner of several groups uses up what is kept for the first of them alone. */
function unusedOf(groups: readonly GroupSpan[], leases: readonly Lease[]): number {
  const left = new Map(groups.map(({ id, accounts }) => [id, accounts]))
  for (const { groups: theirs = [] } of leases) {
    const id = theirs.find((one) => (left.get(one) ?? 0) > 0)
    if (id !== undefined) left.set(id, (left.get(id) ?? 0) - 1)
  }
  return [...left.values()].reduce((sum, count) => sum + count, 0)
}

const fits = (usage: Usage) => used(usage) <= usage.accounts

/**
 * Whether one more booking or lease leaves enough accounts at every moment of its span. Spans are compared as such and not hour by hour, so
 * an exam of a day and a lab of an hour are weighed alike.
 */
export function roomFor(occupancy: Occupancy, span: Lease, what: 'booking' | 'lease'): boolean {
  const withIt =
    what === 'booking'
      ? { ...occupancy, bookings: [...occupancy.bookings, span] }
      : { ...occupancy, leases: [...occupancy.leases, span] }
  for (const usage of usagesIn(withIt, span)) if (!fits(usage)) return false
  return true
}

/** The first moment at which so many accounts could not be kept for one more group; undefined when they can. */
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

/** The fullest moment of a span, by the rule of `roomFor`: `left` more exams have room through all of it. */
export function fullestIn(occupancy: Occupancy, span: Span) {
  const moments = [...usagesIn(occupancy, span)].map((usage) => ({
    ...usage,
    left: roomLeft(usage),
  }))
  const fullest = moments.reduce((a, b) => (b.left < a.left || (b.left === a.left && used(b) > used(a)) ? b : a))
  return { ...fullest, spares: accountsFor(fullest.exams) - fullest.exams }
}

const used = ({ exams, labs, groups }: Usage) => accountsFor(exams) + groups + labs

function roomLeft({ exams, ...others }: Usage): number {
  let left = 0
  while (fits({ ...others, exams: exams + left + 1 })) left++
  return left
}
