/**
 * Who may read about people: their accounts, orders, certificates, vouchers and what was done to them. An administrator
 * without any of these sees content and counts.
 */
export const readsPersonalData = ['support', 'finance', 'owner'] as const
/** Who may read which learner holds a cloud account, and for which lab. */
export const readsHolders = [...readsPersonalData, 'cloud'] as const
