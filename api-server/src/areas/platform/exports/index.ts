export { columnsOf, csvStream } from './csv.ts'
