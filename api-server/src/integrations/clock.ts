/** The time, as a port: rules take it as an argument and tests set it. Deadlines of leases and exams use the database's own clock instead. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
