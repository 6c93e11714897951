/** Functions on accounts, sessions and mail tokens for other features. Pure rules are imported from their own files. */
export { CANARY_ID, ensureCanaryAccount } from './canary-account-queries.ts'
export { secondsToNextMail } from './link-mail-queries.ts'
export { consumeMailToken, findPendingEmail, insertMailToken, voidMailTokens } from './mail-token-queries.ts'
export {
  type Account,
  type AccountChange,
  acceptTerms,
  deleteErasedAccount,
  deleteUnactivatedDuplicates,
  findAccount,
  findAccountById,
  findAccountByIdOrName,
  findAccountByUsername,
  findActivatedByEmail,
  findByUsername,
  findUserId,
  insertAccount,
  listAdministrators,
  listIdsByUsername,
  listUnactivatedIds,
  lockAccount,
  lockAccountById,
  lockAccountNoKey,
  lockAccountsNoKey,
  lockActiveAccount,
  lockAdministrators,
  reopenAccount,
  setPassword,
  updateAccount,
  updateAccounts,
} from './queries.ts'
export { deleteFactors } from './second-factor/queries.ts'
export { endSessions, endSessionsOfMany } from './sessions/queries.ts'
