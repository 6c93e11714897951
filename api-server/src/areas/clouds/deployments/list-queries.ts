import type { Output } from '@flagyard/api-types/contract/operation'
import { and, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm'
import { isAmongUuids, type ListSourceOf, type ReadRow, sliceOf } from '../../../db/lists/list-source.ts'
import { contains, foldedContains } from '../../../db/lists/search.ts'
import { cloudAccounts, deployments, exams, labs, users } from '../../../db/schema/index.ts'
import { columnsOf, isUuid } from '../../../db/sql.ts'
import type { SearchSource } from '../../../extension-points/sources.ts'
import { accountIdOf } from '../../platform/auth/index.ts'
import { readPositions } from './queue/positions.ts'
import { isPresent } from './queue/queries.ts'
import { endRefusal, holdRefusal, retryRefusal } from './sql.ts'

/** Columns of a deployment in lists and on its page. The statement joins its learner, lab, exam and account. */
export const rowColumns = {
  ...columnsOf(deployments, 'id', 'kind', 'state', 'reason', 'message'),
  lab: labs.slug,
  exam: exams.slug,
  attempt_id: sql<string | null>`coalesce(${deployments.attempt_id}, ${deployments.preflight_of})`,
  title: sql<string>`coalesce(${labs.title}, ${exams.title}, 'Test before an exam')`,
  username: users.username,
  cloud: deployments.cloud,
  ...columnsOf(cloudAccounts, 'account_id', 'region'),
  is_present: sql<boolean>`(${deployments.state} in ('queued', 'held') and ${isPresent})`,
  ...columnsOf(deployments, 'held_until', 'created_at', 'running_at', 'ends_at', 'ended_at'),
  end_refusal: endRefusal(),
  retry_refusal: retryRefusal(),
  hold_refusal: holdRefusal(),
}

type Row = ReadRow<'listDeployments'> & Record<'end_refusal' | 'retry_refusal' | 'hold_refusal', string | null>

export const deploymentSource = {
  table: deployments,
  id: sql`${deployments.id}::text`,
  where: matching,
  keys: {
    created_at: [sql`${deployments.created_at}`, sql`${deployments.id}`],
    queue: [sql`${deployments.priority}`, sql`${deployments.queued_at}`, sql`${deployments.id}`],
    ends_at: [sql`${deployments.ends_at}`, sql`${deployments.id}`],
    ended_at: [sql`${deployments.ended_at}`, sql`${deployments.id}`],
  },
  nulls: { ends_at: 'largest', ended_at: 'largest' },
  async read(db, slice) {
    const rows = await sliceOf(
      db
        .select({ ...rowColumns, ...slice.cursor })
        .from(deployments)
        .innerJoin(users, eq(users.id, deployments.user_id))
        .leftJoin(labs, eq(labs.id, deployments.lab_id))
        .leftJoin(exams, eq(exams.id, deployments.exam_id))
        .leftJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id)),
      slice,
    )
    const waiting = rows.filter(({ state }) => state === 'queued').map(({ cloud }) => cloud)
    const standings = await readPositions(db, [...new Set(waiting)])
    return rows.map((row) => ({ ...row, queue: standings.get(row.id) ?? null }))
  },
} satisfies ListSourceOf<'listDeployments', Row>

function matching(filter: Output<'deploymentFilter'>): SQL | undefined {
  const states = typeof filter.state === 'string' ? [filter.state] : filter.state
  const labId = sql`(select l.id from ${labs} l where l.slug = ${filter.lab ?? ''})`
  const accountIds = sql`(select a.id from ${cloudAccounts} a where a.account_id = ${filter.account_id ?? ''})`
  const regionIds = sql`(select a.id from ${cloudAccounts} a where a.region = ${filter.region ?? ''})`
  return and(
    filter.id && isAmongUuids(deployments.id, filter.id),
    searching(filter.q),
    states && inArray(deployments.state, states),
    filter.reason && eq(deployments.reason, filter.reason),
    filter.kind && eq(deployments.kind, filter.kind),
    filter.cloud && eq(deployments.cloud, filter.cloud),
    filter.region ? inArray(deployments.cloud_account_id, regionIds) : undefined,
    filter.username === undefined ? undefined : sql`${deployments.user_id} = ${accountIdOf(filter.username)}`,
    filter.lab === undefined ? undefined : sql`${deployments.lab_id} = ${labId}`,
    filter.account_id === undefined ? undefined : inArray(deployments.cloud_account_id, accountIds),
    filter.since === undefined ? undefined : gte(deployments.created_at, new Date(filter.since)),
    filter.started_from === undefined ? undefined : gte(deployments.running_at, new Date(filter.started_from)),
    filter.started_until === undefined ? undefined : lt(deployments.running_at, new Date(filter.started_until)),
  )
}

/** Searches by learner, lab or account, each through the search index of its own list; or by deployment id. */
function searching(q: string | undefined): SQL | undefined {
  if (q === undefined || q.trim() === '') return undefined
  const id = q.trim().toLowerCase()
  if (isUuid(id)) return eq(deployments.id, id)
  const people = sql`select ${users.id} from ${users} where ${foldedContains(users.searched, q)}`
  const ofLabs = sql`select ${labs.id} from ${labs} where ${contains(sql`${labs.slug} || ' ' || ${labs.title}`, q)}`
  const accounts = sql`select ${cloudAccounts.id} from ${cloudAccounts} where ${contains(
    sql`${cloudAccounts.name} || ' ' || ${cloudAccounts.account_id} || ' ' || ${cloudAccounts.notes}`,
    q,
  )}`
  return sql`${deployments.id} in (select d.id from ${deployments} d where d.user_id in (${people})
    union all select d.id from ${deployments} d where d.lab_id in (${ofLabs})
    union all select d.id from ${deployments} d where d.cloud_account_id in (${accounts}))`
}

/** Queued and running deployments by learner, lab or account; ended ones by id only. */
export const deploymentSearch: SearchSource = {
  kind: 'deployment',
  operation: 'listDeployments',
  table: deployments,
  where: (q) => and(searching(q), isUuid(q.trim()) ? undefined : ne(deployments.state, 'ended')),
  keys: [sql`${deployments.created_at}`, sql`${deployments.id}`],
  descending: true,
  read: (db, slice) =>
    sliceOf(
      db
        .select({
          id: deployments.id,
          title: sql<string>`coalesce(${labs.title}, ${exams.title}, 'Test before an exam')`,
          detail: sql<string>`${users.username} || ' · ' || ${deployments.state}`,
          within: sql<null>`null`,
        })
        .from(deployments)
        .innerJoin(users, eq(users.id, deployments.user_id))
        .leftJoin(labs, eq(labs.id, deployments.lab_id))
        .leftJoin(exams, eq(exams.id, deployments.exam_id)),
      slice,
    ),
}
