import type { Course, Lab, Lesson } from '../areas/authoring/content/index.ts'
import { isShareReached } from '../areas/catalogue/progress/index.ts'
import { addAttempts, solveFlags } from './attempts.ts'
import { catalogue, lessonSeconds, studyHours } from './catalogue/catalogue.ts'
import type { Films } from './catalogue/films.ts'
import { sam } from './commerce/sales.ts'
import { ABUSER, learnerId, learners } from './people.ts'
import { after, createRandom, DAY, hexOf, idOf, MINUTE, type Random } from './random.ts'
import type { Graduate, Lease, Rows, Story } from './rows.ts'

/** Learning activity after the purchases: lessons, labs, flags, certificates, exams. Returns the deployments. */
export function addLearning(rows: Rows, { now, films }: Pick<Story, 'now' | 'films'>): Lease[] {
  const leases: Lease[] = []
  const graduates: Graduate[] = []
  const people = new Map([...learners(now), { ...sam, state: 'active' as const }].map((one) => [one.id, one]))
  for (const entitlement of rows.entitlements) {
    const person = people.get(entitlement.user_id)
    const course = catalogue.courses.find(({ slug }) => idOf(`course ${slug}`) === entitlement.course_id)
    if (!person || !course || !entitlement.starts_at) continue
    const shut = person.state === 'disabled' ? after(now, -6 * DAY) : after(now, -2 * 60 * MINUTE)
    const until = entitlement.revoked_at ?? entitlement.suspended_at ?? shut
    const at = study(rows, leases, { films, person, course, from: entitlement.starts_at, until })
    if (at) graduates.push({ ...person, user_id: person.id, course, at })
  }
  graduates.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (const graduate of graduates) certify(rows, graduate, { now, films })
  leases.push(...addAttempts(rows, graduates, now), ...abuse(rows, now))
  return leases
}

interface Studies {
  films: Films
  person: { id: string; username: string }
  course: Course
  from: Date
  until: Date
}

/** Walks through the lessons at the learner's pace, until they stop or the present is reached. Returns the time of completion. */
function study(rows: Rows, leases: Lease[], { films, person, course, from, until }: Studies): Date | undefined {
  const random = createRandom(`studies ${person.username} ${course.slug}`)
  const course_id = idOf(`course ${course.slug}`)
  const lessons = course.sections.flatMap((section) => section.lessons)
  // The demo's own learner stopped in the middle of a video, a few days ago.
  const own = person.id === learnerId
  const stamina = own ? 0.3 : random.pick([0.15, 0.4, 0.7, 1, 1, 1])
  const goal = Math.round(stamina * lessons.length)
  const pace = own ? 10 : random.between(0.3, 2.2)
  let at = after(from, random.between(0.05, 1) * DAY)
  let last: Lesson | undefined
  let seen = from
  for (const [place, lesson] of lessons.entries()) {
    if (at > until) break
    if (!lesson.required && random.chance(0.4)) continue
    const done = place < goal
    const lesson_id = idOf(`lesson ${course.slug} ${lesson.slug}`)
    const length = lessonSeconds(films, lesson)
    const watched = done ? length : Math.round(length * random.between(0.2, 0.6))
    // Between a little less than the estimate and almost twice as long.
    const took = length * (0.9 + (rows.lessonProgress.length % 8) / 8)
    rows.lessonProgress.push({
      user_id: person.id,
      lesson_id,
      course_id,
      position_seconds: lesson.kind === 'video' ? watched : 0,
      intervals: lesson.kind === 'video' ? [[0, watched]] : [],
      completed_at: done ? at : null,
      updated_at: at,
      begun_at: new Date(at.getTime() - took * 1000),
    })
    const lab = catalogue.labs.find(({ slug }) => slug === lesson.lab)
    if (lab && (done || random.chance(0.5))) {
      workInLab(rows, leases, { person, lab, course_id, lesson_id, at, done, random })
    }
    last = lesson
    seen = at
    if (!done) break
    at = after(at, random.between(0.2, 1.4) * pace * DAY)
  }
  const complete = goal === lessons.length && at <= until
  const share = requiredOf(rows, { user_id: person.id, course_id }, lessons)
  rows.courseProgress.push({
    user_id: person.id,
    course_id,
    last_lesson_id: last ? idOf(`lesson ${course.slug} ${last.slug}`) : null,
    last_seen_at: seen,
    completed_at: complete ? seen : null,
    feedback_due_at: isShareReached({ ...share, share: course.feedback_share }) ? seen : null,
  })
  return complete ? seen : undefined
}

/** Number of required lessons, and number of those the learner has completed. */
function requiredOf(rows: Rows, { user_id, course_id }: { user_id: string; course_id: string }, lessons: Lesson[]) {
  const required = lessons.filter((lesson) => lesson.required).length
  const done = rows.lessonProgress.filter(
    (row) => row.user_id === user_id && row.course_id === course_id && row.completed_at,
  )
  return { required, completed: Math.min(done.length, required) }
}

interface LabWork {
  person: { id: string; username: string }
  lab: Lab
  course_id: string
  lesson_id: string
  at: Date
  done: boolean
  random: Random
}

const FAILED_STARTS = ['expired', 'failed', 'reset', 'left_queue', 'administrator', 'unclaimed', 'spend'] as const

/** One deployment in which the flags were solved, on the evening the lesson was completed; a third of the learners had a failed start the day before. */
function workInLab(
  rows: Rows,
  leases: Lease[],
  { person, lab, course_id, lesson_id, at, done, random }: LabWork,
): void {
  const lab_id = idOf(`lab ${lab.slug}`)
  const base = {
    user_id: person.id,
    lab_id,
    course_id,
    lesson_id,
    cloud: lab.cloud,
    stages: lab.module_stages,
    duration_seconds: lab.duration_minutes * 60,
  }
  const name = `deployment ${person.username} ${lab.slug}`
  const minutes = random.whole(25, lab.duration_minutes - 10)
  const queued_at = after(at, -(minutes + 4) * MINUTE)
  const falseStart = random.chance(0.33)
  if (falseStart) {
    const reason = random.pick(FAILED_STARTS)
    const short = reason === 'expired' ? lab.duration_minutes : random.whole(4, 20)
    leases.push({
      ...base,
      id: idOf(`${name} early`),
      queued_at: after(queued_at, -9 * 60 * MINUTE),
      reason,
      minutes: short,
    })
  }
  const reason = done ? 'learner' : 'expired'
  const id = idOf(name)
  leases.push({ ...base, id, queued_at, reason, minutes: reason === 'expired' ? lab.duration_minutes : minutes })
  rows.labAccess.push({
    user_id: person.id,
    lab_id,
    first_deployed_at: queued_at,
    access_ends_at: after(queued_at, lab.access_days * DAY),
    resets_used: falseStart ? 1 : 0,
    extra_data: Object.fromEntries(lab.extra_fields.filter((f) => f.required).map((f) => [f.name, '203.0.113.24'])),
    extra_data_at: lab.extra_fields.length > 0 ? queued_at : null,
  })
  const solved = done ? lab.flags : lab.flags.slice(0, 1)
  const owner = { slug: lab.slug, user_id: person.id, deployment_id: id }
  solveFlags(rows, owner, solved, { from: after(queued_at, 4 * MINUTE), minutes: minutes - 2 })
}

/** The night five days ago when a learner mined cryptocurrency in a lab, until an administrator held the account with its contents. */
function abuse(rows: Rows, now: Date): Lease[] {
  const [course] = catalogue.courses
  const lab = catalogue.labs.find(({ cloud }) => cloud === 'aws')
  const lesson = course?.sections.flatMap(({ lessons }) => lessons).find((each) => each.lab === lab?.slug)
  if (!course || !lab || !lesson) return []
  const user_id = idOf(`user ${ABUSER}`)
  const lab_id = idOf(`lab ${lab.slug}`)
  const queued_at = after(now, -5 * DAY - 50 * MINUTE)
  const known = rows.labAccess.some((access) => access.user_id === user_id && access.lab_id === lab_id)
  if (!known) rows.labAccess.push({ user_id, lab_id, first_deployed_at: queued_at })
  return [
    {
      id: idOf('deployment of the miner'),
      user_id,
      lab_id,
      course_id: idOf(`course ${course.slug}`),
      lesson_id: idOf(`lesson ${course.slug} ${lesson.slug}`),
      cloud: lab.cloud,
      stages: lab.module_stages,
      queued_at,
      reason: 'abuse',
      minutes: 41,
      duration_seconds: lab.duration_minutes * 60,
    },
  ]
}

/** Five in six get their certificate; one was corrected, one revoked, and the oldest of each kind may have expired. */
function certify(
  rows: Rows,
  { user_id, username, name, company, course, at }: Graduate,
  { now, films }: Pick<Story, 'now' | 'films'>,
): void {
  const random = createRandom(`certificate ${username} ${course.slug}`)
  if (random.chance(1 / 6)) return
  const earned = course.certificate_type ?? 'required'
  const type = earned === 'commercial' && !company ? 'required' : earned
  const issued_at = after(at, random.whole(5, 400) * MINUTE)
  const revoked = rows.certificates.length === 4
  rows.certificates.push({
    id: hexOf(`certificate ${username} ${course.slug}`, 32),
    user_id,
    course_id: idOf(`course ${course.slug}`),
    type,
    name,
    title: course.title,
    company: type === 'commercial' ? company : null,
    hours: studyHours(films, course),
    outcomes: course.outcomes,
    issued_at: issued_at < now ? issued_at : at,
    valid_until: course.certificate_months ? after(at, course.certificate_months * 30.4 * DAY) : null,
    revoked_at: revoked ? after(now, -DAY) : null,
    reason: revoked ? 'Issued to the wrong account; a new one was made' : null,
  })
}
