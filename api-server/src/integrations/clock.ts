/** Current time as a dependency: rules take it as an argument and tests set it. Deadlines of leases and exams use the database's clock instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Milliseconds by which our clock is ahead of the database's; negative if it is behind. The database read its clock at some time between the query and
 * its response, so smaller differences count as zero.
 */
export async function readClockDifference({ clock, ping }: { clock: Clock; ping(): Promise<Date> }): Promise<number> {
  const asked = clock.now().getTime()
  const database = (await ping()).getTime()
  const answered = clock.now().getTime()
  return Math.max(0, asked - database) + Math.min(0, answered - database)
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
