export { ERASED_PREFIX, isUnusableName } from './accounts/reserved-usernames.ts'
export { prepareActivation } from './accounts/sign-up.ts'
export {
  consumeMailToken,
  ensureCanaryAccount,
  findPendingEmail,
  insertMailToken,
  secondsToNextMail,
  voidMailTokens,
} from './mail-token-queries.ts'
export { hashPassword } from './passwords/hash.ts'
export {
  assertStrongPassword,
  linkUnusable,
  padToInterval,
  prepareReset,
  RESPONSE_QUANTUM_MS,
} from './passwords/reset.ts'
export {
  type Account,
  type AccountChange,
  acceptTerms,
  accountNotFound,
  deleteErasedAccount,
  deleteUnactivatedDuplicates,
  findAccount,
  findAccountById,
  findAccountByIdOrName,
  findAccountByUsername,
  findActivatedByEmail,
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
  ofAccount,
  reopenAccount,
  setPassword,
  updateAccount,
  updateAccounts,
} from './queries.ts'
export { deleteFactors } from './second-factor/queries.ts'
export { assertPassword, stepUp } from './second-factor/step-up.ts'
export { assertNotLastOwner, canManageAccount, isLastOwner } from './service.ts'
export { endSessions, endSessionsOfMany } from './sessions/queries.ts'
export { findCookieSession } from './sessions/refresh.ts'
export { DELETION_PENDING } from './sign-in/pending-deletion.ts'
export { ACCOUNT_DISABLED } from './sign-in/sign-in.ts'
export {
  accountIdOf,
  isAdministrator,
  isNamed,
  type LinkMail,
  MAX_MAILS_PER_HOUR,
  mailLimitRefusal,
  tooManyMails,
} from './sql.ts'
