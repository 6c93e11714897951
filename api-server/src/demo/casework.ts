import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { catalogue } from './catalogue/catalogue.ts'
import { adminId, learnerId } from './people.ts'
import { after, createRandom, DAY, idOf, MINUTE } from './random.ts'
import type { Rows } from './rows.ts'

/** Open and decided cases, so that each list of the staff has rows. */
export function addCasework(rows: Rows, now: Date): void {
  addLessonReports(rows, now)
  addCorrections(rows, now)
  addFlagAlerts(rows)
  addMissingCommands(rows, now)
  addPaymentEvents(rows)
  addReservation(rows, now)
}

interface Report {
  lesson: string
  kind: 'wrong' | 'unclear' | 'broken' | 'typo'
  words: string
  state: 'open' | 'accepted' | 'closed'
  /** Sent to the learner when the report is closed. */
  answer?: string
}

const REPORTS: Report[] = [
  {
    lesson: 'how-iam-decides',
    kind: 'unclear',
    words: 'Is the session policy evaluated before or after the permission boundary?',
    state: 'open',
  },
  {
    lesson: 'managed-identity-tokens',
    kind: 'wrong',
    words: 'The token endpoint wants the header Metadata: true. The text leaves it out.',
    state: 'accepted',
  },
  {
    lesson: 'reading-policies-fast',
    kind: 'typo',
    words: 'In the third example it says “Resouce”.',
    state: 'closed',
    answer: 'Corrected, thank you!',
  },
  {
    lesson: 'basic-predefined-custom',
    kind: 'broken',
    words: 'The link to the list of predefined roles leads to a page that is gone.',
    state: 'open',
  },
  {
    lesson: 'metadata-and-its-guards',
    kind: 'wrong',
    words: 'Version 2 of the metadata service is the default, so none of this works.',
    state: 'closed',
    answer: 'It is the default for new instances. Older ones keep version 1, as in this lab.',
  },
]

/** Errors in lessons, each reported by a learner who had just completed the lesson. */
function addLessonReports(rows: Rows, now: Date): void {
  for (const [place, { lesson, kind, words, state, answer = null }] of REPORTS.entries()) {
    const course = catalogue.courses.find(({ sections }) =>
      sections.some(({ lessons }) => lessons.some(({ slug }) => slug === lesson)),
    )
    if (!course) throw new Error(`The demo has no lesson ${lesson}.`)
    const lesson_id = idOf(`lesson ${course.slug} ${lesson}`)
    const reader = rows.lessonProgress.findLast(
      (row) => row.lesson_id === lesson_id && row.user_id !== learnerId && row.completed_at && row.completed_at < now,
    )
    if (!reader?.completed_at) continue
    const created_at = after(reader.completed_at, 4 * MINUTE)
    const id = idOf(`lesson report ${place}`)
    const report = { id, user_id: reader.user_id, course_id: reader.course_id, lesson_id, kind, words, created_at }
    const position_seconds = reader.position_seconds || null
    if (state === 'open') {
      rows.lessonReports.push({ ...report, position_seconds })
      continue
    }
    const decided_at = after(created_at, Math.min(2 * DAY, (now.getTime() - created_at.getTime()) / 2))
    rows.lessonReports.push({ ...report, position_seconds, state, answer, decided_by: adminId, decided_at })
    const title = rows.lessons.find((row) => row.id === lesson_id)?.title
    addEntry(rows, {
      action: state === 'closed' ? 'lesson_reports.close' : 'lesson_reports.accept',
      subject: { type: 'course', id: course.slug },
      at: decided_at,
      before: { report: id, state: 'open' },
      after: { lesson: title, state, ...(answer && { answer }) },
    })
  }
}

/** Two name corrections of certificates: the newest is open, an older one was refused. */
function addCorrections(rows: Rows, now: Date): void {
  const certificates = rows.certificates
    .filter(({ revoked_at, user_id }) => !revoked_at && user_id)
    .toSorted((a, b) => Number(a.issued_at) - Number(b.issued_at))
  const [older, newest] = [certificates.at(-6), certificates.at(-1)]
  const ask = (certificate: typeof newest, reason: string, answer?: string) => {
    if (!certificate?.user_id || !certificate.issued_at) return
    const { id: certificate_id, user_id, name: printed, issued_at } = certificate
    const name = answer ? `Dr ${printed}` : printed.split(' ').toReversed().join(' ')
    const share = (now.getTime() - issued_at.getTime()) / 4
    const decided_at = answer ? after(issued_at, 2 * share) : null
    rows.certificateCorrections.push({
      id: idOf(`correction ${certificate_id}`),
      certificate_id,
      user_id,
      printed,
      name,
      reason,
      created_at: after(issued_at, share),
      ...(answer && { state: 'refused' as const, answer, decided_by: adminId, decided_at }),
    })
    if (answer && decided_at)
      addEntry(rows, {
        action: 'certificates.refuse_correction',
        subject: { type: 'certificate', id: certificate_id },
        at: decided_at,
        before: { name: printed },
        after: { refused_name: name },
        reason: answer,
      })
  }
  ask(older, 'I finished my doctorate.', 'We print names without titles, so that no one has to prove them.')
  ask(newest, 'In my passport the family name comes first.')
}

/** Learners who submitted another learner's flag a few minutes before their own: one alert was dismissed as an accident, one is open. */
function addFlagAlerts(rows: Rows): void {
  const dynamic = new Set(rows.flags.filter(({ type, lab_id }) => type === 'DYNAMIC' && lab_id).map(({ id }) => id))
  const solves = rows.flagSolves
    .filter(({ flag_id, user_id }) => dynamic.has(flag_id) && user_id !== learnerId)
    .toSorted((a, b) => Number(a.solved_at) - Number(b.solved_at))
  const copied = solves.flatMap((solve, at) => {
    const before = solves.slice(0, at)
    const owner = before.findLast(({ flag_id, user_id }) => flag_id === solve.flag_id && user_id !== solve.user_id)
    return owner ? [{ solve, owner }] : []
  })
  for (const [place, pair] of [copied.at(-9), copied.at(-2)].entries()) {
    if (!pair) continue
    const { owner } = pair
    const { flag_id, user_id, deployment_id, solved_at } = pair.solve
    if (!solved_at) continue
    const at = after(solved_at, -3 * MINUTE)
    const id = idOf(`flag alert ${place}`)
    const shared = { flag_id, user_id, deployment_id, at }
    const found = rows.flagTries.find((row) => row.user_id === owner.user_id && row.flag_id === flag_id && row.correct)
    rows.flagTries.push({ ...shared, id: idOf(`try ${id}`), value: found?.value ?? '', correct: false })
    const resolution = 'They work side by side, and both solved it. The value was copied from the wrong window.'
    const resolved_at = after(at, DAY / 2)
    const isOpen = place > 0
    rows.flagAlerts.push({
      ...shared,
      id,
      owner_id: owner.user_id,
      owner_deployment_id: owner.deployment_id,
      ...(!isOpen && { state: 'dismissed', resolution, resolved_at, resolved_by: adminId }),
    })
    if (isOpen) continue
    const usernameOf = (userId: string) => rows.users.find((user) => user.id === userId)?.username ?? ''
    const flag = rows.flags.find((row) => row.id === flag_id)?.title
    addEntry(rows, {
      action: 'flag_alerts.dismiss',
      subject: { type: 'user', id: usernameOf(user_id) },
      at: resolved_at,
      before: { alert: id, state: 'open' },
      after: { state: 'dismissed', flag, owner: usernameOf(owner.user_id) },
      reason: resolution,
    })
  }
}

const MISSING: Record<string, string[]> = {
  'cross-account-trust': ['aws organizations list-accounts', 'aws iam simulate-principal-policy', 'nmap'],
  'the-forgotten-app-registration': ['az rest', 'az ad sp owner list'],
  'borrowed-service-account': ['gcloud asset search-all-iam-policies', 'kubectl get'],
}

/** Commands that learners typed in a lab's shell and that the simulation does not support. */
function addMissingCommands(rows: Rows, now: Date): void {
  for (const [slug, commands] of Object.entries(MISSING))
    for (const command of commands) {
      const random = createRandom(`missing ${slug} ${command}`)
      const last_at = after(now, -random.between(0.5, 12) * DAY)
      rows.missingCommands.push({ lab_id: idOf(`lab ${slug}`), command, count: random.whole(1, 9), last_at })
    }
}

/** The event of each payment in the demo's checkout. */
function addPaymentEvents(rows: Rows): void {
  for (const { id, paid_at, provider, total_amount, currency } of rows.orders) {
    if (provider !== 'demo' || !paid_at) continue
    rows.paymentEvents.push({
      provider,
      event_id: `${id}:paid`,
      kind: 'paid',
      order_id: id,
      amount: total_amount,
      currency,
      happened_at: paid_at,
      received_at: paid_at,
      handled_at: paid_at,
    })
  }
}

/** Two projects for a workshop in three weeks. */
function addReservation(rows: Rows, now: Date): void {
  const from_at = new Date(after(now, 21 * DAY).setUTCHours(8, 0, 0, 0))
  const created_at = after(now, -6 * DAY)
  const id = idOf('reservation')
  const reservation = { name: 'Workshop at Nordlicht', cloud: 'gcp' as const, accounts: 2 }
  const until_at = after(from_at, DAY / 3)
  rows.groupReservations.push({ ...reservation, id, from_at, until_at, created_by: adminId, created_at })
  addEntry(rows, {
    action: 'pool.reserve',
    subject: { type: 'group_reservation', id },
    at: created_at,
    after: { ...reservation, from_at: from_at.toISOString(), until_at: until_at.toISOString() },
  })
}

interface Entry {
  action: AuditAction
  subject: { type: string; id: string }
  at: Date
  before?: object
  after?: object
  reason?: string
  job_id?: string
}

/** An entry of the administrator in the audit log, as the action itself would write it. */
export function addEntry(rows: Rows, { action, subject, at, ...facts }: Entry): void {
  const id = idOf(`audit ${action} ${subject.id} ${at.toISOString()}`)
  rows.audit.push({
    ...facts,
    id,
    at,
    actor_id: adminId,
    actor: 'admin',
    action,
    subject_type: subject.type,
    subject_id: subject.id,
    address: '127.0.0.1',
  })
}
