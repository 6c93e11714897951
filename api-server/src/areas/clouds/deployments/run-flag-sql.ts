import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { deployments, flags, labSnapshots, type RunFlag } from '../../../db/schema/index.ts'
import { isActiveState } from './active-sql.ts'

/** A flag as the learner's run defines it. */
export interface RunOfFlag {
  /** Null if the flag was added after the run started. */
  flag: RunFlag | null
  /** Ids of the flags that complete the lesson of the run. */
  required: string[]
}

/** The flag of the row, from the snapshot of the learner's active run; null without one. */
export const runOfFlag = (userId: SQLWrapper): SQL<RunOfFlag | null> => sql<RunOfFlag | null>`(select json_build_object(
    'flag', jsonb_path_query_first(${labSnapshots.flags}, '$[*] ? (@.id == $id)', jsonb_build_object('id', ${flags.id})),
    'required', jsonb_path_query_array(${labSnapshots.flags}, '$[*] ? (@.required == true).id'))
  from ${deployments} join ${labSnapshots} on ${labSnapshots.id} = ${deployments.snapshot_id}
  where ${and(
    eq(deployments.user_id, userId),
    eq(deployments.lab_id, flags.lab_id),
    isNull(deployments.attempt_id),
    isNull(deployments.test),
    isActiveState,
  )} limit 1)`
