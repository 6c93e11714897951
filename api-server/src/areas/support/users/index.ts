export { accountsWith } from './sql.ts'
