/** The longest span that the calendar of bookings shows. */
export const CALENDAR_DAYS = 31
/** Results of fewer candidates than this say little, and screens tell so. */
export const SMALL_NUMBER = 10
