/** What deployments may use of the account pool. */
export { applyRequestedHold } from './hold.ts'
export { isOlderThan } from './lease-queries.ts'
export {
  type AccountRow,
  findAccount,
  lockFreeAccount,
  lockPool,
  transitionAccount,
} from './queries.ts'
