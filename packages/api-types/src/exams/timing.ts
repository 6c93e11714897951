/** How long before its hour an exam is prepared, and its candidate can check in. */
export const PREPARE_MINUTES = 45
/** How long after its hour, or after its environment was ready, a candidate is waited for. */
export const NO_SHOW_MINUTES = 60
