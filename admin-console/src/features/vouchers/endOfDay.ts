/** The end of a day that was chosen, in UTC; no day is no end. */
export const endOfDay = (day: string | null | undefined): string | null => (day ? `${day}T23:59:59.000Z` : null)
