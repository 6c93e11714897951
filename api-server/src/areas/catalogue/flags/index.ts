export {
  countAttempt,
  countOpenFlags,
  decideAlert,
  type FlagRow,
  findHintCost,
  flagContent,
  raiseAlert,
  recordHint,
  recordSolve,
  recordTry,
} from './queries.ts'
export {
  deriveFlag,
  findOtherOwner,
  looksDynamic,
  saveDeployedFlags,
  suspectOf,
  toRunFlag,
  variableOf,
} from './service.ts'
