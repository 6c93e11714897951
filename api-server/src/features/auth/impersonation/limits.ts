/** Length of an impersonation session; it cannot be extended. */
export const IMPERSONATION_MINUTES = 60
