export { startPreflight } from './build/preflight.ts'
export { findLatestPreflight } from './build/queries.ts'
export {
  endExamEnvironment,
  presentExamEnvironment,
  startExamEnvironment,
  updateExamEnvironment,
} from './exam-environment.ts'
export { endLabTest, startCanaryLab, startLabTest } from './lab-test.ts'
export { presentDeployment, presentShown } from './present.ts'
export { findRunInstructions, listLatestDeployments, type ShownDeployment } from './present-queries.ts'
export { findDeployment, isActive } from './queries.ts'
export { assignFreeAccounts } from './queue/allocation.ts'
export { busiestMoment, hasRoomFor, type Occupancy, type Span } from './queue/capacity.ts'
export {
  CLEANING_MINUTES,
  deleteBooking,
  lengthenBooking,
  listOccupancy,
  saveBooking,
} from './queue/capacity-queries.ts'
export { touchPresence } from './queue/queries.ts'
export { cancelDeployment, resetLabForLearner } from './service.ts'
export {
  buildsDiffer,
  findActiveRun,
  findExamEnvironment,
  findLatestTest,
  findSnapshot,
  findSolvedTest,
  readSnapshot,
  type Snapshot,
  saveSolvedFlag,
  saveSolvedFlags,
  toRunLab,
} from './snapshot-queries.ts'
export {
  builtNow,
  deploymentLabel,
  failedBuilds,
  isActiveState,
  isLearnersLab,
  lastSolvedTest,
  MAX_FAILED_BUILDS,
  overLimits,
  type RunOfFlag,
  runOfFlag,
} from './sql.ts'
export { countOpenLabs, endDeployments, endLabs } from './teardown/end-labs.ts'
