export { isFrozenNow, readFreeze } from './service.ts'
export { isFrozen } from './sql.ts'
