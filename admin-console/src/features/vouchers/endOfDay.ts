/** End of a date in UTC; null if no date is set. */
export const endOfDay = (day: string | null | undefined): string | null => (day ? `${day}T23:59:59.000Z` : null)
