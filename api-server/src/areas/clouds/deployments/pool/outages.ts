import type { Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { ApiError, invalidField } from '../../../../errors.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail } from '../../../../mail/outbox.ts'
import {
  endOutage,
  findOutage,
  insertOutage,
  isRegionOfPool,
  lockPool,
  ringAlarms,
} from '../../cloud-accounts/index.ts'
import { assignFreeAccounts } from '../queue/allocation.ts'
import { countInRegion, listTenantsOf } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'config'>

/**
 * Takes a region out of use: its accounts are no longer leased. Running labs and exams continue, and their learners are notified. A dry run returns
 * only the effect.
 */
export async function startOutage(
  { db, queue, config }: NeededDeps,
  { actor, address }: AuditActor,
  { cloud, region, reason, dry_run }: Output<'regionOutageInput'>,
) {
  const at = { cloud, region }
  if (!(await isRegionOfPool(db, cloud, region)))
    throw invalidField('region', 'No account of the pool is in this region')
  if (dry_run) return { id: null, ...(await countInRegion(db, at)) }
  const tenants = await listTenantsOf(db, at)
  return db.transaction(async (tx) => {
    await lockPool(tx, cloud)
    const outage = await insertOutage(tx, { ...at, reason, started_by: actor.id })
    if (!outage) throw new ApiError('conflict', 'This region is out of use already.')
    const counted = await countInRegion(tx, at)
    for (const tenant of tenants)
      await queueMail(tx, await prepareMail(outageMail({ ...tenant, region, outage: outage.id }, config.publicUrl)))
    await recordAudit(tx, {
      ...{ actor, address, reason, action: 'pool.region_down', subject: subjectOf(cloud, region) },
      after: counted,
    })
    await ringAlarms(tx, { queue })
    return { id: outage.id, ...counted }
  })
}

/** Puts a region back into use and assigns its free accounts to the queue, in order. */
export async function stopOutage(deps: NeededDeps, { actor, address }: AuditActor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const found = await findOutage(tx, id)
    if (!found) throw new ApiError('not_found', 'This region is not out of use.')
    const { cloud, region } = found
    await lockPool(tx, cloud)
    if (!(await endOutage(tx, found.id, actor.id))) throw new ApiError('conflict', 'It is over already.')
    await recordAudit(tx, { actor, address, action: 'pool.region_up', subject: subjectOf(cloud, region) })
    await assignFreeAccounts(tx, deps, cloud)
    await ringAlarms(tx, deps)
  })
}

const subjectOf = (cloud: string, region: string) => ({ type: 'region', id: `${cloud} ${region}` })

type Tenant = Awaited<ReturnType<typeof listTenantsOf>>[number] & { region: string; outage: string }

function outageMail(
  { id, outage, region, user_id, email, full_name, lab, exam, exam_slug, course }: Tenant,
  publicUrl: string,
): OutgoingMail {
  const what = exam ? `the environment of your exam “${exam}”` : `your lab “${lab ?? ''}”`
  const page = exam_slug ? paths.examroom(exam_slug) : course ? paths.classroom(course) : paths.dashboard
  const advice = exam
    ? 'You need not do anything: if your environment fails, its time stands still, and we see it. Write to us from the exam room if something is wrong.'
    : 'It may be slow or fail for a while. What you solved is kept. If it does not work any more, end it and deploy it again: it gets an account elsewhere, and costs no reset if we end it.'
  return {
    to: email,
    userId: user_id,
    dedupeKey: `outage:${outage}:${id}`,
    kind: 'region_down',
    content: {
      subject: `Trouble in ${region}: ${exam ?? lab ?? 'your lab'}`,
      preview: 'The cloud provider has trouble where your account is.',
      heading: 'Trouble at the cloud provider',
      paragraphs: [greeting({ full_name }), `There is trouble in ${region}, where ${what} is.`, advice],
      action: { label: exam ? 'Open the exam room' : 'Open the classroom', url: publicUrl + page },
    },
  }
}
