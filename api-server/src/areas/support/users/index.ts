export { createAdministrator, resetFactors, unlockAccount } from './command-line.ts'
export { accountsWith } from './sql.ts'
