/** How long an administrator sees as a learner; nothing prolongs it. */
export const SEE_AS_MINUTES = 60
