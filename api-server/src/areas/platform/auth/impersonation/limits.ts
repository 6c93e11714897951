/** Maximum length of an impersonation session, in minutes. It cannot be extended. */
export const IMPERSONATION_MINUTES = 60
