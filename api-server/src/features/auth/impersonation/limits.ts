/** How long an administrator sees as a learner; nothing prolongs it. */
export const IMPERSONATION_MINUTES = 60
