import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../../db/open.ts'
import { type CloudName, cloudAccounts, courses, deployments, exams, labs, users } from '../../../../db/schema/index.ts'

interface Region {
  cloud: CloudName
  region: string
}

const inRegion = ({ cloud, region }: Region) =>
  and(eq(cloudAccounts.cloud, cloud), eq(cloudAccounts.region, region), isNull(cloudAccounts.retired_at))

/** Effect of an outage: number of available accounts and of deployments in the region. */
export async function countInRegion(db: Db, at: Region) {
  const countOf = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [row] = await db
    .select({
      available: countOf(sql`${cloudAccounts.status} = 'Available'`),
      building: countOf(sql`${deployments.state} in ('held', 'provisioning')`),
      running: countOf(sql`${deployments.state} = 'running' and ${deployments.exam_id} is null`),
      exams: countOf(sql`${deployments.state} = 'running' and ${deployments.exam_id} is not null`),
    })
    .from(cloudAccounts)
    .leftJoin(deployments, eq(deployments.id, cloudAccounts.deployment_id))
    .where(inRegion(at))
  return row ?? { available: 0, building: 0, running: 0, exams: 0 }
}

/** Learners with a lab or exam in the region. */
export const listTenantsOf = (db: Db, at: Region) =>
  db
    .select({
      id: deployments.id,
      user_id: users.id,
      email: users.email,
      full_name: users.full_name,
      lab: labs.title,
      exam: exams.title,
      exam_slug: exams.slug,
      course: courses.slug,
    })
    .from(deployments)
    .innerJoin(cloudAccounts, eq(cloudAccounts.id, deployments.cloud_account_id))
    .innerJoin(users, eq(users.id, deployments.user_id))
    .leftJoin(labs, eq(labs.id, deployments.lab_id))
    .leftJoin(exams, eq(exams.id, deployments.exam_id))
    .leftJoin(courses, eq(courses.id, deployments.course_id))
    .where(
      and(
        inRegion(at),
        inArray(deployments.state, ['provisioning', 'running']),
        isNull(deployments.test),
        isNull(users.disabled_at),
      ),
    )
