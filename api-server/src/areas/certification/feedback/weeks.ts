/** Monday of the UTC week of a time or day, as a date. */
export function mondayOf(moment: Date | string): string {
  const day = new Date(moment)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** Mondays of the first and last week of a period; null where the period is open. */
export const weeksOf = ({ from, until }: { from?: string | undefined; until?: string | undefined }) => ({
  from_week: from === undefined ? null : mondayOf(from),
  until_week: until === undefined ? null : mondayOf(until),
})
