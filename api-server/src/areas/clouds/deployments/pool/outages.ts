import type { Output } from '@flagyard/api-types/contract/operation'
import { paths } from '@flagyard/api-types/links'
import { recordAudit } from '../../../../audit-log/record.ts'
import type { Deps } from '../../../../deps.ts'
import { invalidField } from '../../../../errors.ts'
import { checkAlarmsNow } from '../../../../extension-points/alarm-rule.ts'
import type { AuditActor } from '../../../../identity/current-user.ts'
import { greeting, type OutgoingMail, prepareMail, queueMail } from '../../../../mail/outbox.ts'
import { closeOutage, openOutage } from '../../cloud-accounts/index.ts'
import { assignFreeAccounts } from '../queue/allocation.ts'
import { countInRegion, listTenantsOf } from './queries.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'config'>

/**
 * Takes a region out of use: its accounts are no longer leased. Running labs and exams continue, and their learners are notified. A dry run returns
 * only the effect.
 */
export async function startOutage(
  { db, queue, config }: NeededDeps,
  by: AuditActor,
  { cloud, region, reason, dry_run }: Output<'regionOutageInput'>,
) {
  const at = { cloud, region }
  const effect = await countInRegion(db, at)
  if (!effect) throw invalidField('region', 'No account of the pool is in this region')
  if (dry_run) return { id: null, ...effect }
  const tenants = await listTenantsOf(db, at)
  return db.transaction(async (tx) => {
    const id = await openOutage(tx, { ...at, reason, started_by: by.actor.id })
    const counted = (await countInRegion(tx, at)) ?? effect
    for (const tenant of tenants)
      await queueMail(tx, await prepareMail(outageMail({ ...tenant, region, outage: id }, config.publicUrl)))
    await recordAudit(tx, {
      ...by,
      reason,
      action: 'pool.region_down',
      subject: subjectOf(cloud, region),
      after: counted,
    })
    await checkAlarmsNow(tx, { queue })
    return { id, ...counted }
  })
}

/** Puts a region back into use and assigns its free accounts to the queue, in order. */
export async function stopOutage(deps: NeededDeps, { actor, address }: AuditActor, id: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { cloud, region } = await closeOutage(tx, id, actor.id)
    await recordAudit(tx, { actor, address, action: 'pool.region_up', subject: subjectOf(cloud, region) })
    await assignFreeAccounts(tx, deps, cloud)
    await checkAlarmsNow(tx, deps)
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
    ? 'You do not need to do anything: if your environment fails, your time is paused and we see it. If something is wrong, write to us from the exam room.'
    : 'It may be slow or fail for a while. Your solved flags are saved. If it stops working, end it and deploy it again: it gets an account in another region. No reset is used if we end it.'
  return {
    to: email,
    userId: user_id,
    dedupeKey: `outage:${outage}:${id}`,
    kind: 'region_down',
    content: {
      subject: `Outage in ${region}: ${exam ?? lab ?? 'your lab'}`,
      preview: 'The cloud provider has problems in the region of your account.',
      heading: 'Problems at the cloud provider',
      paragraphs: [
        greeting({ full_name }),
        `The cloud provider has problems in ${region}, where ${what} is running.`,
        advice,
      ],
      action: { label: exam ? 'Open the exam room' : 'Open the classroom', url: publicUrl + page },
    },
  }
}
