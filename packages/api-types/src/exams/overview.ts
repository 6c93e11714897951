/** Maximum span of the booking calendar, in days. */
export const CALENDAR_DAYS = 31
/** Results of fewer candidates are marked as a small sample. */
export const SMALL_NUMBER = 10
