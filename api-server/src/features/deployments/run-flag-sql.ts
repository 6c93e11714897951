import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { deployments, flags, labSnapshots, type RunFlag } from '../../db/schema/index.ts'
import { isActiveState } from './active-sql.ts'

/** What the run of a learner says about a flag of its lab. */
export interface RunOfFlag {
  /** Null when the flag came after the run began. */
  flag: RunFlag | null
  /** The ids of the flags that the run asks for before its lesson is complete. */
  required: string[]
}

/** The flag of the row as the learner's run began with it; null while they run nothing of its lab. */
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
