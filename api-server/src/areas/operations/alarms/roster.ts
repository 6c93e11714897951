import { zonedFormat } from '@flagyard/api-types/contract/time-zone'

export interface Callable {
  id: string
  username: string
  full_name: string
  email: string
}

export interface RosterEntry extends Callable {
  time_zone: string
  from_hour: number
  until_hour: number
}

/** Whether the time is within the person's on-call hours, in their time zone. Equal hours mean the whole day; a start after the end spans midnight. */
export function isOnDuty({ time_zone, from_hour, until_hour }: Omit<RosterEntry, keyof Callable>, now: Date): boolean {
  if (from_hour === until_hour) return true
  const hour = hourIn(time_zone, now)
  return from_hour < until_hour ? hour >= from_hour && hour < until_hour : hour >= from_hour || hour < until_hour
}

function hourIn(timeZone: string, now: Date): number {
  return Number(zonedFormat(timeZone, { hour: '2-digit', hourCycle: 'h23' }).format(now))
}

/** People to call next: the first on the roster who is on duty and was not called yet; after the last of them, all owners; after the owners, no one. */
export function nextToCall(
  { roster, owners }: { roster: RosterEntry[]; owners: Callable[] },
  called: readonly string[],
  now: Date,
): Callable[] {
  const next = roster.find((entry) => !called.includes(entry.id) && isOnDuty(entry, now))
  return next ? [next] : owners.filter(({ id }) => !called.includes(id))
}
