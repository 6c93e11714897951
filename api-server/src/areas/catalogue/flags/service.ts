export { findOtherOwner, looksDynamic, markPlanted, suspectOf } from './planted.ts'
export {
  countOpenFlags,
  decideAlert,
  type FlagRow,
  findHintCost,
  insertAlert,
  insertHint,
  insertSolve,
  insertTry,
  takeAttempt,
} from './queries.ts'
