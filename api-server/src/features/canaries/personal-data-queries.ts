import { canaryRuns } from '../../db/schema/index.ts'
import { type PersonalData, personalColumns } from '../../extension-points/personal-data.ts'

const nobodys = 'about our labs and exams: each deployment that it names is the canary’s, which is no person'
const ours = { notExported: nobodys, kept: nobodys }

export const canaryData: PersonalData = {
  name: 'canaries',
  tables: [
    personalColumns(canaryRuns, {
      id: ours,
      lab_id: ours,
      exam_id: ours,
      deployment_id: ours,
      by_hand: ours,
      revision: ours,
      module_version: ours,
      begun_at: ours,
      outcome: ours,
      failed_step: ours,
      message: ours,
      seconds_to_credentials: ours,
      ended_at: ours,
    }),
  ],
}
