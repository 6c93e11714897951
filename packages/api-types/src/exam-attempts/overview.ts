/** Maximum span of the booking calendar, in days. */
export const CALENDAR_DAYS = 31
/** Minimum number of candidates for a meaningful result. Smaller samples are marked as such on screen. */
export const SMALL_NUMBER = 10
