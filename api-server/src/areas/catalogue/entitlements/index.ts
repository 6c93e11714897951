export { entitlementSource } from './admin-queries.ts'
export { allowedOnEntitlement } from './allowed.ts'
export {
  findOwnEnd,
  writeEnd,
  writeEndBack,
  writeRestored,
  writeResumed,
  writeRevoked,
  writeSuspended,
} from './change-queries.ts'
export { findContent, grantRefusal, grantTo } from './grant.ts'
export { accessMail } from './mails.ts'
export { type Holdings, keysOf, readHoldings } from './preview.ts'
export {
  type EntitlementRow,
  findRow,
  lockLabEntitlement,
  RESTORE_MINUTES,
  revokeEntitlements,
  setEntitlementEnd,
  setSharing,
} from './queries.ts'
export {
  type Access,
  BEGIN_WITHIN_DAYS,
  decideLabAccess,
  findAccess,
  findLabAccess,
  grant,
  type Ledger,
  readLedger,
} from './service.ts'
export {
  entitlementLabel,
  entitlementState,
  isEntitlementOpen,
  isLabOpen,
  isOpen,
  longestEnd,
  targetTitle,
} from './sql.ts'
