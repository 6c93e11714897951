import type { AuditAction } from '@flagyard/api-types/audit/actions'
import { catalogue } from './catalogue.ts'
import { adminId, learnerId } from './people.ts'
import { after, createRandom, DAY, idOf, MINUTE } from './random.ts'
import type { Rows } from './rows.ts'

/** What waits for staff, and what they decided, so that each of their lists has rows. */
export function addCasework(rows: Rows, now: Date): void {
  addLessonReports(rows, now)
  addCorrections(rows, now)
  addFlagAlerts(rows)
  addMissingCommands(rows, now)
  addPaymentEvents(rows)
  addReservation(rows, now)
}

interface Decision {
  state: 'accepted' | 'closed'
  answer: string
}

const REPORTS: [lesson: string, kind: 'wrong' | 'unclear' | 'broken' | 'typo', words: string, decision?: Decision][] = [
  ['how-iam-decides', 'unclear', 'Is the session policy evaluated before or after the permission boundary?'],
  ['managed-identity-tokens', 'wrong', 'The token endpoint wants the header Metadata: true. The text leaves it out.'],
  [
    'reading-policies-fast',
    'typo',
    'In the third example it says “Resouce”.',
    decided('accepted', 'Mended, thank you!'),
  ],
  [
    ...([
      'basic-predefined-custom',
      'broken',
      'The link to the list of predefined roles leads to a page that is gone.',
    ] as const),
    decided('accepted', 'It has a new address, and the lesson leads there now.'),
  ],
  [
    ...([
      'metadata-and-its-guards',
      'wrong',
      'Version 2 of the metadata service is the default, so none of this works.',
    ] as const),
    decided(
      'closed',
      'It is the default for new instances. Those that were there before keep version 1, as in this lab.',
    ),
  ],
]

function decided(state: Decision['state'], answer: string): Decision {
  return { state, answer }
}

/** Errors in lessons, each reported by a learner who completed the lesson a few days before. */
function addLessonReports(rows: Rows, now: Date): void {
  REPORTS.forEach(([slug, kind, words, decision], place) => {
    const course = catalogue.courses.find(({ sections }) =>
      sections.some(({ lessons }) => lessons.some((lesson) => lesson.slug === slug)),
    )
    if (!course) throw new Error(`The demo has no lesson ${slug}.`)
    const lesson_id = idOf(`lesson ${course.slug} ${slug}`)
    const reader = rows.lessonProgress.findLast(
      (row) => row.lesson_id === lesson_id && row.user_id !== learnerId && row.completed_at && row.completed_at < now,
    )
    if (!reader?.completed_at) return
    const created_at = after(reader.completed_at, 4 * MINUTE)
    const decided_at = decision
      ? after(created_at, Math.min(2 * DAY, (now.getTime() - created_at.getTime()) / 2))
      : null
    const id = idOf(`lesson report ${place}`)
    rows.lessonReports.push({
      ...{ id, user_id: reader.user_id, course_id: reader.course_id, lesson_id, kind, words, created_at },
      position_seconds: reader.position_seconds || null,
      ...(decision && { ...decision, decided_by: adminId, decided_at }),
    })
    if (!decision || !decided_at) return
    note(rows, {
      action: decision.state === 'accepted' ? 'lesson_reports.accept' : 'lesson_reports.close',
      subject: { type: 'course', id: course.slug },
      at: decided_at,
      reason: decision.answer,
    })
  })
}

/** Two requests for another name on a certificate: the newest waits, an older one was refused. */
function addCorrections(rows: Rows, now: Date): void {
  const certificates = rows.certificates
    .filter(({ revoked_at, user_id }) => !revoked_at && user_id)
    .toSorted((a, b) => Number(a.issued_at) - Number(b.issued_at))
  const [older, newest] = [certificates.at(-6), certificates.at(-1)]
  const ask = (certificate: typeof newest, reason: string, answer?: string) => {
    if (!certificate?.user_id || !certificate.issued_at) return
    const { id: certificate_id, user_id, name: printed, issued_at } = certificate
    const share = (now.getTime() - issued_at.getTime()) / 4
    const decided_at = answer ? after(issued_at, 2 * share) : null
    rows.certificateCorrections.push({
      ...{ id: idOf(`correction ${certificate_id}`), certificate_id, user_id, printed, reason },
      name: answer ? `Dr ${printed}` : printed.split(' ').toReversed().join(' '),
      created_at: after(issued_at, share),
      ...(answer && { state: 'refused' as const, answer, decided_by: adminId, decided_at }),
    })
    if (answer && decided_at)
      note(rows, {
        action: 'certificates.refuse_correction',
        subject: { type: 'certificate', id: certificate_id },
        at: decided_at,
        reason: answer,
      })
  }
  ask(older, 'I finished my doctorate.', 'We print names without titles, so that nobody has to prove one.')
  ask(newest, 'In my passport the family name comes first.')
}

/** Learners who handed in the flag of somebody else's lab, a few minutes before they found their own: one was an accident, one waits. */
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
    const resolution = 'They sit at one desk, and both solved it: the value was copied from the wrong window.'
    const resolved_at = after(at, DAY / 2)
    const isOpen = place > 0
    rows.flagAlerts.push({
      ...{ ...shared, id, owner_id: owner.user_id, owner_deployment_id: owner.deployment_id },
      ...(!isOpen && { state: 'dismissed', resolution, resolved_at, resolved_by: adminId }),
    })
    const subject = { type: 'user', id: rows.users.find((user) => user.id === user_id)?.username ?? '' }
    if (!isOpen) note(rows, { action: 'flag_alerts.dismiss', subject, at: resolved_at, reason: resolution })
  }
}

const MISSING: Record<string, string[]> = {
  'cross-account-trust': ['aws organizations list-accounts', 'aws iam simulate-principal-policy', 'nmap'],
  'the-forgotten-app-registration': ['az rest', 'az ad sp owner list'],
  'borrowed-service-account': ['gcloud asset search-all-iam-policies', 'kubectl get'],
}

/** What learners typed in a lab's shell that the simulation does not know. */
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
      ...{ provider, event_id: `${id}:paid`, kind: 'paid', order_id: id, amount: total_amount, currency },
      ...{ happened_at: paid_at, received_at: paid_at, handled_at: paid_at },
    })
  }
}

/** Two projects for a workshop in three weeks. */
function addReservation(rows: Rows, now: Date): void {
  const from_at = new Date(after(now, 21 * DAY).setUTCHours(8, 0, 0, 0))
  const created_at = after(now, -6 * DAY)
  const id = idOf('reservation')
  const name = 'Workshop at Nordlicht'
  rows.groupReservations.push({
    ...{
      id,
      name,
      cloud: 'gcp',
      accounts: 2,
      from_at,
      until_at: after(from_at, DAY / 3),
      created_by: adminId,
      created_at,
    },
  })
  note(rows, { action: 'pool.reserve', subject: { type: 'group_reservation', id }, at: created_at, reason: name })
}

interface Note {
  action: AuditAction
  subject: { type: string; id: string }
  at: Date
  reason: string
}

/** An entry of the administrator in the audit log. */
function note(rows: Rows, { action, subject, at, reason }: Note): void {
  rows.audit.push({
    ...{ id: idOf(`audit ${action} ${at.toISOString()}`), at, actor_id: adminId, actor: 'admin', action, reason },
    ...{ subject_type: subject.type, subject_id: subject.id, address: '127.0.0.1' },
  })
}
