/** How long before its hour an exam is prepared, and its candidate can check in. */
export const PREPARE_MINUTES = 45
/** How long after its hour, or after its environment was ready, a candidate is waited for. */
export const NO_SHOW_MINUTES = 60
/** How many pull requests can be sent for one attempt. */
export const MAX_EXTRA_POINTS = 5
/** How long a candidate has to answer a conduct case before it can be decided against them. */
export const ANSWER_DAYS = 7
