/** How long before its hour an exam is prepared, and its candidate can check in. */
export const PREPARE_MINUTES = 45
/** How long after its hour, or after its environment was ready, a candidate is waited for. */
export const NO_SHOW_MINUTES = 60
/** The rule of check-in, in the same words on the page, in mails and in calendars. */
export const CHECK_IN_RULE = `Check in in the exam room from ${PREPARE_MINUTES} minutes before the start. Your time begins at the start, or as soon as you have checked in and your environment is ready. We wait for you for ${NO_SHOW_MINUTES} minutes.`
/** How many pull requests can be sent for one attempt. */
export const MAX_EXTRA_POINTS = 5
/** How long a candidate has to answer a conduct case before it can be decided against them. */
export const ANSWER_DAYS = 7
