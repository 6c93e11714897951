export { inspectAccount, takeInventory } from './cleaning/check.ts'
export { summarizeResources } from './cleaning/receipt-queries.ts'
export { credentialsOf, enqueueChecks } from './credentials.ts'
export { keepAsEvidence, releaseEvidence } from './hold.ts'
export { findHoldersAround } from './holders.ts'
export {
  accountOf,
  closeOutage,
  countAccounts,
  distrustAccounts,
  leaseFreeAccount,
  openOutage,
  pools,
  reclaimAccount,
  returnAccount,
} from './pool.ts'
export {
  type AccountRow,
  hasEmptyReceipt,
  isFreeInRegion,
  isRegionDown,
  lockPool,
  lockPools,
  transitionAccount,
} from './queries.ts'
export { holdAccountOfDeployment } from './service.ts'
