import type { Exam, Flag } from '../areas/authoring/content/index.ts'
import type { AttemptState, LedgerKind } from '../db/schema/index.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { sam, sell } from './commerce/sales.ts'
import { adminId } from './people.ts'
import { after, createRandom, DAY, hexOf, idOf, MINUTE } from './random.ts'
import type { Graduate, Lease, Rows } from './rows.ts'

/** Graduates who took an exam: two passed, one failed, one has not booked yet, like the demo's own learner. Returns their deployments. */
export function addAttempts(rows: Rows, graduates: Graduate[], now: Date): Lease[] {
  const leases: Lease[] = []
  for (const exam of catalogue.exams) {
    const candidates = graduates.filter(({ course, at }) => course.slug === exam.course && at < after(now, -9 * DAY))
    const fates: [Graduate | undefined, AttemptState][] = [
      [candidates[0], 'passed'],
      [candidates[1], 'failed'],
      [candidates[2], 'purchased'],
    ]
    for (const [candidate, state] of fates) {
      if (candidate) leases.push(...sit(rows, exam, candidate, state))
    }
  }
  const [exam] = catalogue.exams
  if (exam) buy(rows, exam, { ...sam, user_id: sam.id }, after(now, -3 * DAY))
  return leases
}

type Candidate = Pick<Graduate, 'user_id' | 'username' | 'name' | 'company'>

function buy(rows: Rows, exam: Exam, { user_id, username, name, company }: Candidate, at: Date): Attempt {
  const key = `exam ${exam.slug} ${username}`
  sell(rows, { key, buyer: { id: user_id, username, name, company }, kind: 'exam', slug: exam.slug, at })
  const attempt: Attempt = {
    id: idOf(`attempt ${exam.slug} ${username}`),
    exam_id: idOf(`exam ${exam.slug}`),
    user_id,
    entitlement_id: rows.entitlements.at(-1)?.id ?? null,
    created_at: at,
  }
  rows.examAttempts.push(attempt)
  return attempt
}

type Attempt = Rows['examAttempts'][number] & { id: string }

/** The attempt on a morning six days after the course, with its ledger; a pass earns the certificate. */
function sit(rows: Rows, exam: Exam, candidate: Graduate, state: AttemptState): Lease[] {
  const attempt = buy(rows, exam, candidate, after(candidate.at, DAY))
  if (state === 'purchased') return []
  const scheduled_at = new Date(after(candidate.at, 6 * DAY).setUTCHours(7, 0, 0, 0))
  const started_at = after(scheduled_at, 4 * MINUTE)
  const isStopped = state === 'failed' && exam === catalogue.exams.find(({ cloud }) => cloud === 'aws')
  const stopped_at = after(started_at, OUTAGE.after_minutes * MINUTE)
  const resumed_at = after(stopped_at, OUTAGE.minutes * MINUTE)
  const active_until = after(started_at, (exam.duration_minutes + (isStopped ? OUTAGE.minutes : 0)) * MINUTE)
  const flags = state === 'passed' ? exam.flags : exam.flags.slice(0, 2)
  const ended_at = state === 'passed' ? after(started_at, exam.duration_minutes * 0.7 * MINUTE) : active_until
  const points = flags.reduce((sum, flag) => sum + flag.points, 0)
  const extra_points = state === 'passed' ? 5 : 0
  Object.assign(attempt, {
    state,
    scheduled_at,
    time_zone: 'Europe/Berlin',
    started_at,
    active_until,
    points,
    extra_points,
    decided_at: ended_at,
    calendar_sequence: 1,
    ready_at: after(scheduled_at, -22 * MINUTE),
    checked_in_at: started_at,
    terms: {
      seconds: exam.duration_minutes * 60,
      passing_points: exam.passing_points,
      resets: exam.resets,
      extension_ceiling_minutes: exam.extension_ceiling_minutes,
    },
  })
  const seconds = exam.duration_minutes * 60
  const until_at = after(started_at, exam.duration_minutes * MINUTE)
  const enter = (kind: LedgerKind, at: Date, more: object) =>
    rows.examLedger.push({
      id: idOf(`ledger ${kind} ${attempt.id}`),
      attempt_id: attempt.id,
      kind,
      at,
      from_at: at,
      ...more,
    })
  enter('start', started_at, { seconds, until_at })
  if (isStopped) {
    const pause = { actor_id: adminId, incident_id: OUTAGE.id, reason: `${OUTAGE.title}: ${OUTAGE.reason}` }
    enter('stop', stopped_at, pause)
    enter('resume', resumed_at, pause)
  }
  if (extra_points > 0) {
    const reason = 'git.example/detections/pull/118: Works, is documented, and was merged'
    enter('extra_points', after(ended_at, -20 * MINUTE), { points: extra_points, actor_id: adminId, reason })
  }
  enter('end', ended_at, { reason: endWords(state), points: points + extra_points })
  const deployment = idOf(`deployment ${attempt.id}`)
  const owner = { slug: exam.slug, user_id: candidate.user_id, deployment_id: deployment, attempt_id: attempt.id }
  solveFlags(rows, owner, flags, { from: started_at, minutes: exam.duration_minutes * 0.65 })
  if (state === 'passed')
    addCertificate(rows, exam, candidate, { attempt, at: ended_at, points: points + extra_points })
  return [
    {
      id: deployment,
      user_id: candidate.user_id,
      attempt_id: attempt.id,
      cloud: exam.cloud,
      stages: exam.module_stages,
      queued_at: after(scheduled_at, -30 * MINUTE),
      reason: 'exam_over',
      minutes: (ended_at.getTime() - scheduled_at.getTime()) / MINUTE + 25,
      duration_seconds: exam.duration_minutes * 60,
    },
  ]
}

/** The incident that paused the clock of one candidate. */
export const OUTAGE = {
  id: idOf('incident'),
  title: 'AWS sign-in outage in Europe',
  reason: 'Candidates could not work during the outage',
  after_minutes: 302,
  minutes: 19,
}

const endWords = (state: AttemptState) => (state === 'passed' ? 'Handed in' : 'Time was over')

function addCertificate(
  rows: Rows,
  exam: Exam,
  { user_id, username, name, course }: Graduate,
  { attempt, at, points }: { attempt: Attempt; at: Date; points: number },
): void {
  rows.extraPoints.push({
    id: idOf(`extra points ${attempt.id}`),
    attempt_id: attempt.id,
    url: 'https://git.example/detections/pull/118',
    note: 'A query that finds credentials added to an application and used from elsewhere',
    state: 'approved',
    points: 5,
    reason: 'Works, is documented, and was merged',
    decided_by: adminId,
    decided_at: at,
    created_at: after(at, -30 * MINUTE),
  })
  rows.certificates.push({
    id: hexOf(`certificate ${exam.slug} ${username}`, 32),
    user_id,
    course_id: idOf(`course ${course.slug}`),
    exam_id: idOf(`exam ${exam.slug}`),
    attempt_id: attempt.id,
    type: 'arte',
    name,
    title: exam.certificate_title ?? exam.title,
    points,
    issued_at: after(at, 20 * MINUTE),
    valid_until: exam.certificate_months ? after(at, exam.certificate_months * 30.4 * DAY) : null,
  })
}

interface Owner {
  slug: string
  user_id: string
  deployment_id: string
  attempt_id?: string
}

const WRONG = ['FLAG{i-think-so}', 'backup-operator', 'AdministratorAccess', 'flag', 'FLAG{0000}'] as const

/** Flags solved one after the other within the given time, with an occasional wrong try. */
export function solveFlags(
  rows: Rows,
  { slug, user_id, deployment_id, attempt_id }: Owner,
  flags: Flag[],
  { from, minutes }: { from: Date; minutes: number },
): void {
  flags.forEach((flag, position) => {
    const flag_id = idOf(`flag ${slug} ${position}`)
    const key = `${user_id} ${flag_id} ${attempt_id ?? ''}`
    const random = createRandom(`solving ${key}`)
    const solved_at = after(from, ((position + 0.8) / flags.length) * minutes * MINUTE)
    const shared = { flag_id, user_id, deployment_id, attempt_id: attempt_id ?? null }
    if (flag.type !== 'NOFLAG') {
      for (let miss = random.whole(0, 2); miss > 0; miss--) {
        const at = after(solved_at, -miss * MINUTE)
        rows.flagTries.push({
          ...shared,
          id: idOf(`try ${key} ${miss}`),
          value: random.pick(WRONG),
          correct: false,
          at,
        })
      }
    }
    const value =
      flag.type === 'STATIC' ? (flag.secret ?? '') : flag.type === 'DYNAMIC' ? `FLAG{${hexOf(key, 24)}}` : 'confirmed'
    rows.flagTries.push({ ...shared, id: idOf(`try ${key}`), value, correct: true, at: solved_at })
    rows.flagSolves.push({ ...shared, id: idOf(`solve ${key}`), points: flag.points, solved_at })
  })
}
