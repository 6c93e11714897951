import type { RunFlag } from '../../../db/schema/index.ts'
import type { FlagRow } from './queries.ts'

/** The flag as saved by a run or a booking. */
export const toRunFlag = ({ lab_id: _, exam_id: __, archived_at: ___, ...flag }: FlagRow): RunFlag => flag
