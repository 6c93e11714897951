/**
 * Capabilities that may read personal data: accounts, orders, certificates, vouchers and audit entries about people. Administrators without any of
 * these see content and counts.
 */
export const readsPersonalData = ['support', 'finance', 'owner'] as const
/** Capabilities that may read which learner holds a cloud account, and for which lab. */
export const readsHolders = [...readsPersonalData, 'cloud'] as const
