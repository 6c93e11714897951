/** Monday of the week of a moment or a day, in UTC, as a date. */
export function mondayOf(moment: Date | string): string {
  const day = new Date(moment)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}

/** The whole weeks that a span of days lies in, by their Mondays; null where it is open. */
export const weeksOf = ({ from, until }: { from?: string | undefined; until?: string | undefined }) => ({
  from_week: from === undefined ? null : mondayOf(from),
  until_week: until === undefined ? null : mondayOf(until),
})
