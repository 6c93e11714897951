/** Minutes before the booked start at which preparation and check-in open. */
export const PREPARE_MINUTES = 45
/** Minutes until a candidate counts as a no-show, from the booked start or from when the environment is ready. */
export const NO_SHOW_MINUTES = 60
/** The check-in rule, worded the same on the page, in mails and in calendars. */
export const CHECK_IN_RULE = `Check in in the exam room from ${PREPARE_MINUTES} minutes before the start. Your time begins at the start, or as soon as you have checked in and your environment is ready. We wait for you for ${NO_SHOW_MINUTES} minutes.`
/** Maximum number of pull requests for one attempt. */
export const MAX_EXTRA_POINTS = 5
/** Days a candidate has to answer a conduct case before it can be decided against them. */
export const ANSWER_DAYS = 7

/** Maximum span of the booking calendar, in days. */
export const CALENDAR_DAYS = 31
/** Minimum number of candidates for a meaningful result. Smaller samples are marked as such on screen. */
export const SMALL_NUMBER = 10
