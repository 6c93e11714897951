import { operations } from '@flagyard/api-types'
import type { Accepted, Output } from '@flagyard/api-types/contract/operation'
import { recordAudit } from '../../../audit-log/record.ts'
import type { Deps } from '../../../deps.ts'
import { ApiError } from '../../../errors.ts'
import type { AuditActor, CurrentUser } from '../../../identity/current-user.ts'
import { allowedAmong, mayCall } from '../../../identity/require-access.ts'
import { findExam } from '../../catalogue/exams/index.ts'
import { findLab } from '../../catalogue/labs/index.ts'
import * as queries from './queries.ts'
import { beginRun, refusalOf } from './run.ts'
import { refusalOf as refusalOfExam, tryExam } from './try-exam.ts'

type NeededDeps = Pick<Deps, 'db' | 'queue' | 'clouds'>

/** Maximum number of canary runs on the page of a lab or exam. */
const SHOWN_RUNS = 20

export async function readCanary({ db }: Pick<Deps, 'db'>, caller: CurrentUser, slug: string) {
  const lab = await findLab(db, { slug })
  const settings = await queries.findSettings(db, lab.id)
  const facts = await queries.findRunFacts(db, lab.id, settings)
  const runs = await queries.listLatest(db, { lab_id: lab.id }, SHOWN_RUNS)
  const refusal = refusalOf(lab, settings, facts)
  return {
    ...settings,
    has_script: lab.canary !== null,
    health: lab.health,
    runs_this_month: facts.runs_this_month,
    runs: runs.map((run) => ({ ...run, doing: doingOf(run) })),
    refusal,
    allowed: allowedAmong({
      update: mayCall(operations.updateLabCanary, caller),
      try: refusal === null && mayCall(operations.startCanary, caller),
    }),
  }
}

type Shown = Pick<queries.OpenRun, 'ended_at' | 'outcome' | 'state'>

function doingOf({ ended_at, outcome, state }: Shown): Accepted<'canaryRun'>['doing'] {
  if (ended_at) return null
  if (outcome) return 'ending'
  return state === 'running' ? 'solving' : 'building'
}

export async function updateCanary(
  { db }: Pick<Deps, 'db'>,
  { actor, address }: AuditActor,
  slug: string,
  { version, ...edit }: Output<'labCanaryEdit'>,
) {
  const lab = await findLab(db, { slug })
  await db.transaction(async (tx) => {
    const { version: current, ...before } = await queries.lockSettings(tx, lab.id)
    if (current !== version)
      throw new ApiError('stale_version', 'Someone else changed this in the meantime. Please reload it.')
    await queries.updateSettings(tx, lab.id, edit)
    const subject = { type: 'lab', id: slug }
    await recordAudit(tx, { actor, address, action: 'labs.set_canary', subject, before, after: edit })
  })
  return readCanary({ db }, actor, slug)
}

/** Tests a lab now, even if its canary is off. The monthly limit applies. */
export async function startCanary(deps: NeededDeps, { actor, address }: AuditActor, slug: string) {
  const { db } = deps
  const lab = await findLab(db, { slug })
  await db.transaction(async (tx) => {
    await beginRun(tx, deps, lab.id, { byHand: true })
    await recordAudit(tx, { actor, address, action: 'labs.start_canary', subject: { type: 'lab', id: slug } })
  })
  return readCanary(deps, actor, slug)
}

export async function readExamCanary({ db }: Pick<Deps, 'db'>, caller: CurrentUser, slug: string) {
  const exam = await findExam(db, { slug })
  const runs = await queries.listLatest(db, { exam_id: exam.id }, SHOWN_RUNS)
  const refusal = refusalOfExam(exam)
  return {
    health: exam.health,
    runs: runs.map((run) => ({ ...run, doing: doingOf(run) })),
    refusal,
    allowed: allowedAmong({ try: refusal === null && mayCall(operations.startExamCanary, caller) }),
  }
}

/** Tests an exam now and responds when the run is over. */
export async function startExamCanary(
  deps: Pick<Deps, 'clock' | 'db' | 'secrets' | 'queue'>,
  { actor, address }: AuditActor,
  slug: string,
) {
  const exam = await findExam(deps.db, { slug })
  const refusal = refusalOfExam(exam)
  if (refusal) throw new ApiError('conflict', refusal)
  const subject = { type: 'exam', id: slug }
  await tryExam(deps, exam, {
    byHand: true,
    record: (tx) => recordAudit(tx, { actor, address, action: 'exams.start_canary', subject }),
  })
  return readExamCanary(deps, actor, slug)
}
