export {
  countOpenFlags,
  type FlagRow,
  findHintCost,
  insertAlert,
  insertSolve,
  insertTry,
  takeAttempt,
  type WrongTry,
} from './queries.ts'
