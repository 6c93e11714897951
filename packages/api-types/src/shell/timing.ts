/** Duration of a lab rehearsal, in minutes. */
export const REHEARSAL_MINUTES = 45
