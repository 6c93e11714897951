export { columnsOf } from './columns.ts'
export { csvStream } from './csv.ts'
