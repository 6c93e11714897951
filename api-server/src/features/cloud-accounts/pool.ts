/** What deployments may use of the account pool. */
export { applyRequestedHold, keepAsEvidence, releaseEvidence } from './hold.ts'
export { holdAccountOf } from './hold-of-deployment.ts'
export { isOlderThan } from './lease-queries.ts'
export {
  type AccountRow,
  findAccount,
  lockFreeAccount,
  lockPool,
  lockPools,
  transitionAccount,
} from './queries.ts'
export { withoutAccepted } from './residue.ts'
