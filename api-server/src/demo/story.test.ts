import { describe, expect, it } from 'vitest'
import { readClock } from '../areas/training/exam-attempts/attempts/exam-clock.ts'
import type { CloudStatus } from '../db/schema/index.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { readFilms } from './catalogue/films.ts'
import { demoRows } from './demo-rows.ts'
import { idOf } from './random.ts'

const now = new Date('2026-11-21T10:00:00Z')
const rows = await demoRows({ now, films: readFilms(), passwordHash: 'hash', seal: (_purpose, _rowId, text) => text })

describe('the accounts of the demo', () => {
  it('are eight per cloud, in states that jobs do not change', () => {
    for (const cloud of ['aws', 'azure', 'gcp']) {
      const states = rows.cloudAccounts.filter((account) => account.cloud === cloud)
      expect(states.map(({ status, lock_reason }) => `${status} ${lock_reason ?? ''}`.trim())).toEqual([
        'Available',
        'Available',
        'Available',
        'Locked hold',
        'Locked quarantine',
        'Pending',
        'Available',
        'Available',
      ])
    }
  })

  // The table of docs/domain.md, “Cloud accounts”, duplicated on purpose: a test that reused the code's own table would prove nothing.
  const steps: Partial<Record<CloudStatus | 'new', CloudStatus[]>> = {
    new: ['Pending'],
    Pending: ['Available', 'Dirty', 'Nuking'],
    Available: ['Locked', 'Dirty', 'Pending', 'Nuking'],
    Locked: ['Available', 'Provisioning', 'Dirty', 'Nuking'],
    Provisioning: ['Provisioned', 'Dirty', 'Locked'],
    Provisioned: ['Dirty', 'Locked'],
    Dirty: ['Nuking', 'Locked'],
    Nuking: ['Nuked', 'Dirty'],
    Nuked: ['Available', 'Dirty'],
  }

  it('have only valid transitions, in chronological order', () => {
    const seen = new Set<string>()
    for (const account of rows.cloudAccounts) {
      const history = rows.cloudAccountTransitions.filter(({ cloud_account_id }) => cloud_account_id === account.id)
      let status: CloudStatus | null = null
      let at = new Date(0)
      for (const step of history) {
        expect(step.from_status).toBe(status)
        expect(steps[status ?? 'new'], `${status} to ${step.to_status}`).toContain(step.to_status)
        expect(step.at! >= at, `${account.name}: ${step.reason}`).toBe(true)
        status = step.to_status
        at = step.at!
        seen.add(status)
      }
      expect(status).toBe(account.status)
      expect(account.status_since).toEqual(at)
    }
    expect(seen.size).toBe(8)
  })

  it('have reasons for refusals and quarantines, and the leftover resources', () => {
    for (const account of rows.cloudAccounts) {
      const hasError = account.status === 'Pending' || account.lock_reason === 'quarantine'
      expect(account.last_error != null).toBe(hasError)
      const standing = rows.simulatedResources.filter(({ account_id }) => account_id === account.account_id)
      expect(standing.length > 0, account.name).toBe(account.used_contents === true)
    }
  })
})

describe('the labs of the demo', () => {
  it('ended for every possible reason, on accounts of their cloud', () => {
    const reasons = new Set(rows.deployments.map(({ reason }) => reason))
    for (const reason of ['learner', 'expired', 'failed', 'reset', 'administrator', 'abuse', 'exam_over'] as const) {
      expect(reasons, reason).toContain(reason)
    }
    const accounts = new Map(rows.cloudAccounts.map((account) => [account.id, account]))
    for (const deployment of rows.deployments) {
      expect(deployment.state).toBe('ended')
      const account = accounts.get(deployment.cloud_account_id ?? '')
      if (account) expect(account.cloud).toBe(deployment.cloud)
      else expect(['left_queue', 'unclaimed']).toContain(deployment.reason)
    }
  })

  it('began after access was granted', () => {
    for (const { user_id, course_id, queued_at } of rows.deployments.filter(({ course_id }) => course_id)) {
      const right = rows.entitlements.find((one) => one.user_id === user_id && one.course_id === course_id)
      expect(right!.starts_at! < queued_at!).toBe(true)
    }
  })
})

describe('the learners of the demo', () => {
  it('own nothing twice', () => {
    const owned = rows.entitlements.map(({ user_id, course_id, lab_id, exam_id }) =>
      [user_id, course_id, lab_id, exam_id].join(),
    )
    expect(new Set(owned).size).toBe(owned.length)
  })

  it('hold certificates only for what they completed or passed', () => {
    for (const { user_id, course_id, exam_id } of rows.certificates) {
      const course = rows.courseProgress.find((one) => one.user_id === user_id && one.course_id === course_id)
      expect(course?.completed_at).toBeTruthy()
      if (!exam_id) continue
      const attempt = rows.examAttempts.find((one) => one.user_id === user_id && one.exam_id === exam_id)
      expect(attempt?.state).toBe('passed')
    }
  })

  it('completed a course when, and only when, its required lessons are complete', () => {
    for (const course of catalogue.courses) {
      const required = rows.lessons.filter((one) => one.course_id === idOf(`course ${course.slug}`) && one.required)
      for (const progress of rows.courseProgress.filter(({ course_id }) => course_id === required[0]?.course_id)) {
        const done = new Set(
          rows.lessonProgress
            .filter((one) => one.user_id === progress.user_id && one.completed_at)
            .map((one) => one.lesson_id),
        )
        const all = required.every(({ id }) => done.has(id!))
        expect(progress.completed_at != null).toBe(all)
      }
    }
  })

  it('solved every flag of a lab whose lesson is complete', () => {
    const solved = new Set(rows.flagSolves.map(({ user_id, flag_id }) => `${user_id} ${flag_id}`))
    for (const { user_id, lesson_id } of rows.lessonProgress.filter(({ completed_at }) => completed_at)) {
      const lab = rows.lessons.find(({ id }) => id === lesson_id)?.lab_id
      for (const flag of rows.flags.filter(({ lab_id }) => lab && lab_id === lab)) {
        expect(solved.has(`${user_id} ${flag.id}`)).toBe(true)
      }
    }
  })

  it('earned all points of every flag, because hints are not available yet', () => {
    const pointsOf = new Map(rows.flags.map(({ id, points }) => [id, points]))
    expect(rows.flagSolves.filter((solve) => solve.points !== pointsOf.get(solve.flag_id))).toEqual([])
  })

  it('passed with 70 points or more, and failed with less', () => {
    const sat = rows.examAttempts.filter(({ state }) => state === 'passed' || state === 'failed')
    expect(new Set(sat.map(({ state }) => state)).size).toBe(2)
    for (const { id, state, points } of sat) {
      const flags = rows.flagSolves.filter(({ attempt_id }) => attempt_id === id)
      expect(flags.reduce((sum, solve) => sum + solve.points, 0)).toBe(points)
      expect(points! >= 70).toBe(state === 'passed')
    }
  })

  it('include the two accounts for signing in: an administrator with every capability, and a learner in the middle of a video', () => {
    const named = (username: string) => rows.users.find((user) => user.username === username)!
    expect(named('admin').capabilities).toEqual(['owner', 'support', 'content', 'finance', 'cloud'])
    expect(named('learner').roles).toBeUndefined()
    const mine = rows.lessonProgress.filter(({ user_id }) => user_id === named('learner').id)
    expect(mine.some(({ completed_at }) => completed_at)).toBe(true)
    const [open, ...others] = mine.filter(({ completed_at }) => !completed_at)
    expect(others).toEqual([])
    expect(rows.lessons.find(({ id }) => id === open?.lesson_id)?.kind).toBe('video')
    expect(open?.position_seconds).toBeGreaterThan(0)
    expect(rows.users).toHaveLength(42)
  })
})

describe('the lists of the demo', () => {
  it('show vouchers of every kind, and in every state', () => {
    expect(new Set(rows.vouchers.map(({ kind }) => kind))).toEqual(new Set(['course', 'lab', 'exam']))
    const states = ['available', 'activated', 'expired', 'suspended', 'revoked']
    expect(new Set(rows.vouchers.map(({ state }) => state))).toEqual(new Set(states))
    for (const { code } of rows.vouchers) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{6}$/)
  })

  it('show orders in most states, and some of this month', () => {
    const states = new Set(rows.orders.map(({ state }) => state))
    expect(states.size).toBeGreaterThanOrEqual(6)
    const month = new Date('2026-10-22T10:00:00Z')
    expect(rows.orders.some(({ paid_at }) => paid_at && paid_at > month)).toBe(true)
    expect(rows.certificates.some(({ issued_at }) => issued_at! > month)).toBe(true)
  })

  it('show answers to both forms, enough of them not to be hidden', () => {
    for (const course of catalogue.courses) {
      const responses = rows.feedbackResponses.filter(({ course_id }) => course_id === idOf(`course ${course.slug}`))
      const shown = responses.filter(({ week }) => week)
      expect(shown.length, course.slug).toBeGreaterThanOrEqual(3)
      const tallies = rows.feedbackTallies.filter(
        ({ course_id, question_id }) => course_id === idOf(`course ${course.slug}`) && question_id === null,
      )
      expect(tallies.reduce((sum, { count }) => sum + count, 0)).toBe(shown.length)
    }
    expect(rows.feedbackQuotes.length).toBeGreaterThanOrEqual(3)
  })
})

describe('the disputed order of the demo', () => {
  it('waits for evidence, and suspended exactly the access of the dispute', () => {
    const order = rows.orders.filter(({ state }) => state === 'disputed')
    expect(order).toHaveLength(1)
    const [dispute] = rows.disputes
    expect(rows.disputes).toMatchObject([{ order_id: order[0]?.id, amount: order[0]?.total_amount }])
    const days = (dispute!.due_at!.getTime() - now.getTime()) / 86_400_000
    expect(days).toBeGreaterThan(0)
    expect(days).toBeLessThanOrEqual(3)
    expect(dispute!.opened_at!.getTime()).toBeLessThan(now.getTime())
    const suspended = [...rows.entitlements, ...rows.vouchers].filter(({ order_id }) => order_id === dispute!.order_id)
    expect(suspended.length).toBeGreaterThan(0)
    for (const { suspended_at } of suspended) expect(suspended_at).toEqual(dispute!.opened_at)
  })
})

describe('the documents of the demo', () => {
  it('are an invoice per paid order and a credit note per refund, numbered chronologically without gaps', () => {
    const documents = (kind: 'invoice' | 'credit_note') => rows.invoices.filter((one) => one.kind === kind)
    const paid = rows.orders.filter(({ paid_at }) => paid_at)
    expect(new Set(documents('invoice').map(({ order_id }) => order_id))).toEqual(new Set(paid.map(({ id }) => id)))
    const credited = new Set(documents('credit_note').map(({ refund_id }) => refund_id))
    expect(credited).toEqual(new Set(rows.refunds.map(({ id }) => id)))
    for (const { number, lines, total_amount } of rows.invoices)
      expect(
        lines.reduce((sum, { amount }) => sum + amount, 0),
        `${number}`,
      ).toBe(total_amount)
    for (const { name, value } of rows.counters) {
      const numbers = rows.invoices.filter(({ series }) => name === `documents:${series}`).map(({ number }) => number)
      expect(numbers, name).toEqual(Array.from({ length: value! }, (_, at) => at + 1))
    }
  })
})

describe('the casework of the demo', () => {
  it('has open and decided cases in each list, with audit entries', () => {
    for (const list of [rows.lessonReports, rows.certificateCorrections, rows.flagAlerts]) {
      const open = list.map(({ state = 'open' }) => state === 'open')
      expect(new Set(open)).toEqual(new Set([true, false]))
    }
    const noted = new Set(rows.audit.map(({ action, at }) => `${action} ${at!.toISOString()}`))
    for (const { state, answer } of rows.lessonReports) if (answer) expect(state).toBe('closed')
    for (const { state, decided_at } of rows.lessonReports)
      if (decided_at)
        expect(noted).toContain(
          `lesson_reports.${state === 'accepted' ? 'accept' : 'close'} ${decided_at.toISOString()}`,
        )
  })

  it('has flag alerts only for flags of other learners', () => {
    for (const { flag_id, user_id, owner_id, at } of rows.flagAlerts) {
      const tries = rows.flagTries.filter((one) => one.flag_id === flag_id)
      const handedIn = tries.find((one) => one.user_id === user_id && !one.correct && one.at === at)
      const theirs = tries.find((one) => one.user_id === owner_id && one.correct)
      expect(handedIn?.value).toBe(theirs?.value)
      expect(theirs!.at! < at!).toBe(true)
    }
  })
})

describe('the operations of the demo', () => {
  it('are in every list, and each job has a row and an audit entry for each of its items', () => {
    const { incidents, conductCases, payouts, webhooks, webhookDeliveries, bulkJobs } = rows
    for (const list of [incidents, conductCases, payouts, webhooks, webhookDeliveries, bulkJobs])
      expect(list.length).toBeGreaterThan(0)
    for (const { id, kind, total, done } of bulkJobs) {
      const items = rows.bulkItems.filter(({ job_id }) => job_id === id)
      const entries = rows.audit.filter(({ job_id }) => job_id === id)
      expect([total, done, entries.length - 1], kind).toEqual([items.length, items.length, items.length])
    }
    const audited = rows.audit.map(({ id }) => id)
    expect(new Set(audited).size).toBe(audited.length)
  })

  it('give a candidate exactly the time that an outage took', () => {
    const stopped = new Set(rows.examLedger.flatMap(({ incident_id, attempt_id }) => (incident_id ? [attempt_id] : [])))
    expect(stopped.size).toBe(1)
    for (const { id, active_until } of rows.examAttempts.filter((attempt) => stopped.has(attempt.id ?? ''))) {
      const ledger = rows.examLedger.filter(({ attempt_id }) => attempt_id === id)
      const clockRows = ledger.map(({ kind, from_at, seconds = 0, actor_id = null }) => ({
        kind,
        from_at: from_at ?? null,
        seconds,
        actor_id,
      }))
      expect(readClock(clockRows).ends_at).toEqual(active_until)
    }
  })

  it('pay out each payment and refund once, in the month after', () => {
    for (const { id, number, amount, lines_amount } of rows.payouts) {
      const lines = rows.payoutLines.filter(({ payout_id }) => payout_id === id)
      expect([amount, lines_amount], number).toEqual(Array(2).fill(lines.reduce((sum, { net }) => sum + net, 0)))
      for (const line of lines) expect(line.net).toBe(line.amount - line.fee)
    }
    const keys = rows.payoutLines.map(({ kind, order_id }) => `${kind} ${order_id}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
