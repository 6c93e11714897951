/** What other features may read and write of accounts, their sessions and the tokens of their mails. Rules are imported from their own files. */
export { secondsToNextMail } from './link-mail-queries.ts'
export { consumeMailToken, findPendingEmail, insertMailToken, voidMailTokens } from './mail-token-queries.ts'
export {
  type Account,
  type AccountChange,
  findAccount,
  findAccountById,
  findAccountByUsername,
  findActivatedByEmail,
  findByUsername,
  findUserId,
  insertAccount,
  listAdministrators,
  lockAccount,
  lockAccountById,
  lockAdministrators,
  removeRivals,
  setPassword,
  updateAccount,
  updateAccounts,
} from './queries.ts'
export { removeFactors } from './second-factor/queries.ts'
export { endSessions, endSessionsOfMany } from './sessions/queries.ts'
