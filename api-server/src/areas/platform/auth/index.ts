export { createAdministrator, resetFactors, unlockAccount } from './accounts/administrators.ts'
export { ERASED_PREFIX, prepareActivation } from './accounts/sign-up.ts'
export {
  consumeMailToken,
  ensureCanaryAccount,
  findPendingEmail,
  issueMailToken,
  voidMailTokens,
} from './mail-token-queries.ts'
export { hashPassword } from './passwords/hash.ts'
export { assertStrongPassword, linkUnusable, padToInterval, prepareReset, replacePassword } from './passwords/reset.ts'
export {
  type Account,
  type AccountChange,
  accountNotFound,
  deleteErasedAccount,
  findAccount,
  findActivatedByEmail,
  listAdministrators,
  listIdsByUsername,
  listUnactivatedIds,
  lockAccount,
  lockAccountNoKey,
  lockAccountsNoKey,
  lockActiveAccount,
  lockAdministrators,
  ofAccount,
  reopenAccount,
  updateAccount,
} from './queries.ts'
export { assertPassword, stepUp } from './second-factor/codes.ts'
export { assertMailAllowed, assertNotLastOwner, canManageAccount, changeAddress, isLastOwner } from './service.ts'
export { endSessions } from './sessions/queries.ts'
export { findCookieSession } from './sessions/refresh.ts'
export { ACCOUNT_DISABLED, DELETION_PENDING } from './sign-in/sign-in.ts'
export { accountIdOf, isAdministrator, isNamed, MAX_MAILS_PER_HOUR, mailLimitRefusal } from './sql.ts'
