/** How long a rehearsal of a lab runs. */
export const REHEARSAL_MINUTES = 45
