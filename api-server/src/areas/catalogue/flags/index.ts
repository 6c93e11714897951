export {
  archiveFlags,
  countOpenFlags,
  decideAlert,
  deleteFlags,
  type FlagRow,
  findHintCost,
  insertAlert,
  insertHint,
  insertSolve,
  insertTry,
  saveFlags,
  takeAttempt,
} from './queries.ts'
export {
  deriveFlag,
  findOtherOwner,
  looksDynamic,
  markPlanted,
  suspectOf,
  toRunFlag,
  variableOf,
} from './service.ts'
