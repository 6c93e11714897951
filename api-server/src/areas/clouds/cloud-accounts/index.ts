export { isOlderThan } from './cleaning/lease-queries.ts'
export { summarizeResources } from './cleaning/receipt-queries.ts'
export { withoutAccepted } from './cleaning/residue.ts'
export { credentialsOf, enqueueChecks } from './credentials.ts'
export { applyRequestedHold, keepAsEvidence, releaseEvidence } from './hold.ts'
export { findHoldersAround } from './holders.ts'
export { endOutage, findOutage, insertOutage, isRegionOfPool, listOutages, markLooked } from './outage-queries.ts'
export { countAccounts, pools, ringAlarms } from './pool.ts'
export {
  type AccountRow,
  findAccount,
  hasEmptyReceipt,
  isFreeInRegion,
  isRegionDown,
  lockAccountById,
  lockFreeAccount,
  lockPool,
  lockPools,
  transitionAccount,
} from './queries.ts'
export { holdAccountOfDeployment } from './service.ts'
