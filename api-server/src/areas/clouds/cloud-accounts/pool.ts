/** Functions of the account pool that deployments may use. */
export { enqueueChecks } from './enqueue-check.ts'
export { applyRequestedHold, keepAsEvidence, releaseEvidence } from './hold.ts'
export { holdAccountOf } from './hold-of-deployment.ts'
export { hasEmptyReceipt, isFreeInRegion, isRegionDown } from './leasable-sql.ts'
export { isOlderThan } from './lease-queries.ts'
export { endOutage, findOutage, insertOutage, isRegionOfPool, listOutages, markLooked } from './outage-queries.ts'
export {
  type AccountRow,
  findAccount,
  lockAccountById,
  lockFreeAccount,
  lockPool,
  lockPools,
  transitionAccount,
} from './queries.ts'
export { sumOf } from './receipt-queries.ts'
export { withoutAccepted } from './residue.ts'
export { ringAlarms } from './ring-alarms.ts'
