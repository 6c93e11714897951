export { entitlementSource } from './admin-queries.ts'
export { changeEntitlements, entitlementEnd } from './change-queries.ts'
export { allowedOnEntitlement } from './changes.ts'
export { adminGrant } from './grant.ts'
export { accessMail } from './mails.ts'
export { type References, readReferences } from './preview.ts'
export {
  type EntitlementRow,
  findLedgerRow,
  lockLabEntitlement,
  revokeByVouchers,
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
  RESTORE_MINUTES,
  restoreUntil,
} from './sql.ts'
