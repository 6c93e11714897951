/** The latest and the next of the daily times, which are in UTC, such as `02:00`. */
export function slotsAround(times: readonly string[], now: Date): { last: Date; next: Date } {
  const slots = [-1, 0, 1]
    .flatMap((day) => times.map((time) => at(time, now, day)))
    .sort((a, b) => a.getTime() - b.getTime())
  const next = slots.findIndex((slot) => slot > now)
  // Yesterday's times are in the past, and tomorrow's are not.
  return { last: slots[next - 1] as Date, next: slots[next] as Date }
}

function at(time: string, now: Date, days: number): Date {
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hours, minutes))
}

/** Known runs of one kind. */
export interface Runs<Run extends { state: string; started_at: Date; ended_at: Date | null }> {
  last: Run | null
  /** Latest successful run. */
  good: Run | null
  /** Failed runs since then. */
  failures: number
}

type KnownRuns = Runs<{ state: string; started_at: Date; ended_at: Date | null }>

const FIRST_RETRY_MS = 5 * 60_000
const LAST_RETRY_MS = 3_600_000

/** Whether a run is due for a slot: none has succeeded since, and after a failure the time until the next try is over. */
export function isDue(slot: Date, { last, good, failures }: KnownRuns, now: Date): boolean {
  if (good && good.started_at >= slot) return false
  if (last?.state !== 'failed' || last.started_at < slot) return true
  const pause = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)
  return now.getTime() >= (last.ended_at ?? last.started_at).getTime() + pause
}

/** Whether tonight's drill is due. It waits for tonight's backup, unless that has failed. */
export function isDrillDue(
  times: readonly string[],
  runs: { backup: KnownRuns; drill: KnownRuns },
  now: Date,
): boolean {
  const { last: night } = slotsAround(times.slice(0, 1), now)
  const { last: tried, good } = runs.backup
  const isSettled = tried !== null && tried.started_at >= night && tried.state !== 'running'
  return good !== null && isSettled && isDue(night, runs.drill, now)
}
