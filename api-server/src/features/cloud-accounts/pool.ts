/** What deployments may do with the accounts of the pool. */
export { isOlderThan } from './lease-queries.ts'
export {
  type AccountRow,
  findAccount,
  listAccountsById,
  lockFreeAccount,
  lockPool,
  stepAccount,
} from './queries.ts'
