import type { Deployment } from '@flagyard/api-types'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { type Answers, open, sessionOf } from '../../../test/app.tsx'
import { course, deployment, lessonRow, myLab, progress, running, time } from '../../../test/classroom.ts'

/** The events of deployments as they happen, in one stream per deployment. */
function liveEvents(first: Deployment) {
  let last = first
  const streams = new Map<string, { events: ReadableStream; writer: WritableStreamDefaultWriter }>()
  const of = (id: string) => {
    const known = streams.get(id)
    if (known) return known
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, {
      highWaterMark: 100,
    })
    const made = { events: readable, writer: writable.getWriter() }
    streams.set(id, made)
    return made
  }
  const encoder = new TextEncoder()
  return {
    follow: ({ id }: { id: string }) =>
      new Response(of(id).events, { headers: { 'content-type': 'text/event-stream' } }),
    /** As the server has it now. */
    now: () => last,
    tell(now: Deployment) {
      last = now
      void of(now.id).writer.write(encoder.encode(`event: deployment\ndata: ${JSON.stringify(now)}\n\n`))
    },
  }
}

async function openLab(first: Deployment, answers: Answers = {}) {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const live = liveEvents(first)
  await open('/classroom/aws?section=identity&lesson=trust', {
    as: sessionOf(),
    answers: {
      ...{ getCourseProgress: progress(), getCourseDetails: course, updateLastSeen: lessonRow() },
      ...{ listMyLabs: [], listMyCourses: [], listLabFlags: [], listLessonNotes: [] },
      ...{ getMyLab: () => myLab(live.now()), getDeployment: () => live.now(), followDeployment: live.follow },
      ...answers,
    },
  })
  const strip = page.getByRole('region', { name: 'Lab status' })
  return { ...live, strip, said: strip.getByRole('status') }
}

const stage = (name: string, state: 'waiting' | 'active' | 'done' | 'failed', log: string[] = []) => ({
  ...{ name, state, log },
  ...{ started_at: state === 'waiting' ? null : time(-5), ended_at: state === 'done' ? time(-1) : null },
})
const [NETWORK, FLAGS] = ['Building the network', 'Planting your flags']

test('on a phone a screen reader hears the queue, each stage, a failure, the second try and until when the lab runs', async () => {
  const queued = (place: number) => deployment({ state: 'queued', queue: { place, estimate_seconds: 400 }, stages: [] })
  const again = deployment({ id: '00000000-0000-4000-8000-0000000000d2', stages: [stage(NETWORK, 'active')] })
  const { tell, said } = await openLab(queued(2), { deployLab: again })
  await expect.element(said).toHaveTextContent('Lab: In the queue. Place 2 in the queue')
  tell(queued(1))
  await expect.element(said).toHaveTextContent('Lab: In the queue. Place 1 in the queue')
  tell(deployment({ stages: [stage(NETWORK, 'active'), stage(FLAGS, 'waiting')] }))
  await expect.element(said).toHaveTextContent(`Lab: Building. ${NETWORK}, stage 1 of 2.`)
  tell(deployment({ stages: [stage(NETWORK, 'done'), stage(FLAGS, 'active')] }))
  await expect.element(said).toHaveTextContent(`Lab: Building. ${FLAGS}, stage 2 of 2.`)

  const stages = [stage(NETWORK, 'done'), stage(FLAGS, 'failed', ['InsufficientCapacity'])]
  tell(deployment({ state: 'ended', reason: 'failed', message: 'The region has no room left.', stages }))
  await expect.element(said).toHaveTextContent('Lab: Failed.')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/costs you nothing\. The region has no room left\./)
  await expect.element(page.getByRole('listitem').filter({ hasText: FLAGS })).toMatchTextContent(/: failed/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

  await page.getByRole('button', { name: 'Deploy again' }).click()
  await expect.element(said).toHaveTextContent(`Lab: Building. ${NETWORK}, stage 1 of 1.`)
  tell({ ...running(), id: again.id })
  await expect.element(said).toMatchTextContent(/^Lab: Running\. It runs until \d\d:\d\d\.$/)
})

test('on a phone an extension is heard as the new end, and the end of the time in words', async () => {
  const late = running({ ends_at: time(900), extend_from: time(-900) })
  const later = { ...late, ends_at: time(5400), extensions_left: 1 }
  const { tell, said, strip } = await openLab(late, { extendLab: later })
  const until = async () => /until (\d\d:\d\d)/.exec(said.element().textContent ?? '')?.[1]
  await expect.poll(until).toBeDefined()
  const before = await until()
  await strip.getByRole('button', { name: 'Extend' }).click()
  await expect.poll(until).not.toBe(before)
  tell({ ...later, state: 'ending', reason: 'expired' })
  tell({ ...later, state: 'ended', reason: 'expired', ended_at: time(0) })
  await expect.element(said).toHaveTextContent('Lab: Ended.')
  await expect.element(page.getByText('The time for this lab ran out.')).toBeVisible()
})

test.each([
  [30, '30 minutes'],
  [5, '5 minutes'],
  [1, '1 minute'],
])(
  '%d min before the end the time left is announced immediately, and can be read in the strip',
  async (minutes, words) => {
    await openLab(running({ ends_at: time(minutes * 60 + 2) }))
    const warning = page.getByText(`“Cross-account trust” ends in ${words}.`)
    await expect.element(warning, { timeout: 6000 }).toBeVisible()
    expect(warning.element().closest('[aria-live]')?.getAttribute('aria-live')).toBe('assertive')
    await expect.element(page.getByRole('timer')).toHaveAccessibleName(/^0:\d\d:\d\d left$/)
  },
)

test('on a phone each button of the credentials is wide and high enough for a finger', async () => {
  await openLab(running())
  const buttons = page.getByRole('button', { name: /^(Show|Copy) / })
  await expect.element(buttons.first()).toBeVisible()
  for (const button of buttons.elements()) {
    const { width, height } = button.getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
})
