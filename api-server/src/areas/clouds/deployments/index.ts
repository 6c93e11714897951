export { readLatestPreflight, startPreflight } from './build/preflight.ts'
export {
  endExamEnvironment,
  presentExamEnvironment,
  startExamEnvironment,
  updateExamEnvironment,
} from './exam-environment.ts'
export { endCanaryLab, endLabTest, readLabTest, recordTestedFlag, startCanaryLab, startLabTest } from './lab-test.ts'
export { findRunInstructions, listLatestDeployments, presentDeployment } from './present.ts'
export type { ShownDeployment } from './present-queries.ts'
export { assignFreeAccounts, bookAccount, type Capacity, readCapacity, releaseBooking } from './queue/allocation.ts'
export { extendBooking } from './queue/capacity-queries.ts'
export { labOfActiveRun, resetLabForLearner } from './service.ts'
export { buildsDiffer, findExamEnvironment, findSolvedTest, readSnapshot, toRunLab } from './snapshot-queries.ts'
export {
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
