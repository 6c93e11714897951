import { ApiError, type CourseProgress } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { certificate } from '../../../test/certificate.ts'
import { course, deployment, flag, lessonRow, myLab, progress, silence, time } from '../../../test/classroom.ts'

const as = sessionOf()
const answers = () => ({
  getCourseProgress: progress(),
  getCourseDetails: course,
  getVideoUrl: { url: silence(20), captions: [], chapters: [], duration_seconds: 20, expires_at: time(900) },
  updateLastSeen: lessonRow({ watched: 0.49, position_seconds: 12, intervals: [[0, 10]] }),
  listMyLabs: [],
})
const video = () => document.querySelector('video') as HTMLVideoElement
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('the classroom opens at the lesson to resume with, and its outline links to every lesson', async () => {
  await page.viewport(1280, 800)
  await open('/classroom/aws', { as, answers: answers() })
  await expect.element(heading('Assume the wrong role')).toBeVisible()
  const nav = page.getByRole('navigation', { name: 'Lessons' })
  await expect.element(nav.getByRole('link', { name: /Assume the wrong role/ })).toHaveAttribute('aria-current', 'page')
  await expect.element(nav.getByRole('link', { name: 'Reading: Container escape' })).toBeVisible()
  await expect.element(nav.getByText('Opens after section 1')).toBeVisible()
  await expect.element(page.getByText(/changed since you completed/)).not.toBeInTheDocument()
})

test('the outline tells of every lesson its kind, its minutes, and whether it is optional or complete', async () => {
  await page.viewport(1280, 800)
  const done = progress({ lessons: [lessonRow({ completed_at: time(0) })] })
  const [identity, ...rest] = course.sections
  const lessons = identity!.lessons.map((one) => (one.slug === 'notes' ? { ...one, required: false } : one))
  const sections = [{ ...identity!, lessons }, ...rest]
  await open('/classroom/aws', {
    as,
    answers: { ...answers(), getCourseProgress: done, getCourseDetails: { ...course, sections } },
  })
  const nav = page.getByRole('navigation', { name: 'Lessons' })
  await expect.element(nav.getByRole('link', { name: 'Video: Assume the wrong role (complete) 20 s' })).toBeVisible()
  await expect.element(nav.getByRole('link', { name: 'Lab: Cross-account trust' })).toBeVisible()
  await expect.element(nav.getByRole('link', { name: 'Reading: What to keep Optional' })).toBeVisible()
  await expect.element(nav.getByText('1/3 lessons complete')).toBeVisible()
})

test('a line says which completed lessons have changed, and leads to them', async () => {
  const changed = ['One', 'Two', 'Three', 'Four'].map((title, at) => ({
    section: 'identity',
    lesson: `lesson-${at}`,
    title,
    changed_at: time(0),
  }))
  const line = page.getByText(/changed since you completed/)
  await open('/classroom/aws', {
    as,
    answers: { ...answers(), getCourseProgress: progress({ changed_lessons: changed }) },
  })
  await expect
    .element(line)
    .toHaveTextContent(
      'These lessons have changed since you completed them: One, Two, Three and 1 more. Your progress is not affected.',
    )
  await expect
    .element(line.getByRole('link', { name: 'Two' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=lesson-1')
})

test('a video resumes where it stopped', async () => {
  const stopped = progress({ lessons: [lessonRow({ position_seconds: 12, watched: 0.49, intervals: [[0, 9.8]] })] })
  await open('/classroom/aws', { as, answers: { ...answers(), getCourseProgress: stopped } })
  await expect.poll(() => video()?.currentTime).toBe(12)
  await expect.element(page.getByText('You have watched 49%; this lesson needs 90%')).toBeVisible()
})

test('playing is reported to the server as a position and the parts watched; seeking is not watching', async () => {
  const { asked } = await open('/classroom/aws', { as, answers: answers() })
  await expect.poll(() => video()?.readyState).toBeGreaterThan(0)
  video().muted = true
  await video().play()
  await expect.poll(() => video().currentTime, { timeout: 5000 }).toBeGreaterThan(0.6)
  video().currentTime = 15
  await expect.poll(() => video().currentTime, { timeout: 5000 }).toBeGreaterThan(15.6)
  video().pause()
  const heartbeats = async () =>
    Promise.all(
      asked
        .filter(({ call }) => call === 'updateLastSeen')
        .map(
          async ({ request }) =>
            (await request.clone().json()) as { position_seconds?: number; intervals?: number[][] },
        ),
    )
  await expect.poll(async () => (await heartbeats()).at(-1)?.position_seconds).toBeGreaterThan(15.5)
  const parts = (await heartbeats()).flatMap((heartbeat) => heartbeat.intervals ?? [])
  expect(parts.some(([from = 0, to = 0]) => from < 5 && to > 5)).toBe(false)
  const seconds = parts.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0)
  expect(seconds).toBeGreaterThan(0.8)
  expect(seconds).toBeLessThan(5)
})

test('a video watched to its end is complete without a click, if the server has counted enough', async () => {
  const done = progress({ completed: 1, lessons: [lessonRow({ completed_at: time(0), watched: 1 })] })
  const { asked } = await open('/classroom/aws', {
    as,
    answers: {
      ...answers(),
      getCourseProgress: progress({ lessons: [lessonRow({ position_seconds: 17, watched: 0.85 })] }),
      updateLastSeen: lessonRow({ watched: 1, position_seconds: 20 }),
      completeLesson: done,
    },
  })
  await expect.poll(() => video()?.currentTime).toBe(17)
  video().muted = true
  await page.getByLabelText('Speed').selectOptions('2')
  await video().play()
  await expect.poll(() => asked.some(({ call }) => call === 'completeLesson'), { timeout: 8000 }).toBe(true)
  await expect.element(page.getByText('Complete', { exact: true })).toBeVisible()
})

test('a video’s address that does not work is fetched once more, then the page says so', async () => {
  const broken = { url: 'blob:gone', captions: [], chapters: [], duration_seconds: 20, expires_at: time(900) }
  const { asked } = await open('/classroom/aws', { as, answers: { ...answers(), getVideoUrl: broken } })
  await expect.poll(() => asked.filter(({ call }) => call === 'getVideoUrl').length).toBe(2)
  await expect.element(page.getByText('We could not load the video')).toBeVisible()
})

test('a reading is marked complete and leads to the next lesson', async () => {
  const done = progress({ completed: 1, closed_sections: [] })
  const { path } = await open('/classroom/aws?section=identity&lesson=notes', {
    as,
    answers: { ...answers(), getCourseProgress: progress({ closed_sections: [] }), completeLesson: done },
  })
  await page.getByRole('button', { name: 'Mark complete and continue' }).click()
  await expect.poll(path).toBe('/classroom/aws?section=compute&lesson=escape')
  await expect.element(heading('Container escape')).toBeVisible()
})

test('a reading says how many minutes it takes', async () => {
  const [identity, ...rest] = course.sections
  const lessons = identity!.lessons.map((one) => (one.slug === 'notes' ? { ...one, duration_seconds: 130 } : one))
  const sections = [{ ...identity!, lessons }, ...rest]
  await open('/classroom/aws?section=identity&lesson=notes', {
    as,
    answers: { ...answers(), getCourseDetails: { ...course, sections } },
  })
  await expect.element(page.getByText('Reading · 2 min')).toBeVisible()
})

test('a closed section lists what opens it, and what of it is done', async () => {
  const one = progress({ lessons: [lessonRow({ completed_at: time(0) })] })
  await open('/classroom/aws?section=compute&lesson=escape', {
    as,
    answers: { ...answers(), getCourseProgress: one },
  })
  await expect
    .element(page.getByText('“Compute” opens once you finish “Identity”: 1 of 3 required lessons are complete.'))
    .toBeVisible()
  const rules = page.getByRole('main').getByRole('article').getByRole('listitem')
  expect(rules.elements().map((rule) => rule.textContent)).toEqual([
    'Assume the wrong role (complete)',
    'Cross-account trust (not complete)',
    'What to keep (not complete)',
  ])
  await expect
    .element(rules.nth(1).getByRole('link'))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=trust')
})

test('a lesson leads to the one before and the one after, past sections that are closed', async () => {
  await open('/classroom/aws?section=identity&lesson=trust', {
    as,
    answers: {
      ...answers(),
      getMyLab: myLab(null),
      listLabFlags: [flag(), flag({ id: crypto.randomUUID(), solved_at: time(0) })],
    },
  })
  const main = page.getByRole('main')
  await expect
    .element(main.getByRole('link', { name: 'Previous: Assume the wrong role' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=role')
  await expect.element(main.getByRole('link', { name: 'Next: What to keep' })).toBeVisible()
  await expect
    .element(
      main.getByText('Solve the lab’s flags to complete this lesson: 1 of 2 solved, still to find: “The trusted one”'),
    )
    .toBeVisible()
})

const identityDone = (more: Partial<CourseProgress> = {}) =>
  progress({
    completed: 3,
    closed_sections: [],
    lessons: ['role', 'trust', 'notes'].map((lesson) => lessonRow({ lesson, completed_at: time(0) })),
    ...more,
  })

test('the last lesson of a section says what is finished and what it opened', async () => {
  await open('/classroom/aws?section=identity&lesson=notes', {
    as,
    answers: { ...answers(), getCourseProgress: identityDone() },
  })
  await expect
    .element(page.getByRole('main').getByRole('article').getByRole('status'))
    .toHaveTextContent('“Identity” is complete. “Compute” is open now. 3 of 4 required lessons of the course are done.')
})

test('who goes on from the last lesson of a section reads so on the next one', async () => {
  const two = identityDone({ completed: 2 })
  await open('/classroom/aws?section=identity&lesson=notes', {
    as,
    answers: {
      ...answers(),
      getCourseProgress: { ...two, lessons: two.lessons.slice(0, 2) },
      completeLesson: identityDone(),
    },
  })
  await page.getByRole('button', { name: 'Mark complete and continue' }).click()
  await expect.element(heading('Container escape')).toBeVisible()
  await expect.element(page.getByText('“Identity” is complete.')).toBeVisible()
})

test('a learner who completes the course finds its certificate below the last lesson', async () => {
  await open('/classroom/aws?section=compute&lesson=escape', {
    as,
    answers: {
      ...answers(),
      getCourseProgress: identityDone(),
      completeLesson: identityDone({ completed: 4, completed_at: time(0) }),
    },
  })
  await page.getByRole('button', { name: 'Mark complete' }).click()
  const done = page.getByRole('article').getByRole('heading', { name: 'Course complete' })
  await expect.element(done).toBeVisible()
  await expect.element(page.getByRole('article').getByRole('button', { name: 'Get your certificate' })).toBeVisible()
  expect(page.getByRole('heading', { name: 'Course complete' }).elements()).toHaveLength(1)
})

test('without access to the course the classroom says why, and how to get it', async () => {
  const { enrolled: _, ...rest } = progress()
  const refused = {
    ...rest,
    enrolled: false,
    refusal: { code: 'ended', message: 'Your access ended on 2026-01-01.' },
    resume: null,
  }
  await open('/classroom/aws', {
    as,
    answers: { ...answers(), getCourseProgress: refused, getCourse: course },
  })
  await expect.element(page.getByText('Your access ended on 2026-01-01.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Buy for €149' })).toBeVisible()
})

test('a lab bought separately opens its one lesson', async () => {
  const refused = { ...progress({ enrolled: false, resume: null }), refusal: { code: 'not_entitled', message: 'No.' } }
  await open('/classroom/aws?section=identity&lesson=trust', {
    as,
    answers: {
      ...answers(),
      getCourseProgress: refused,
      listMyLabs: [myLab(null)],
      getMyLab: myLab(null),
      listLabFlags: [],
    },
  })
  await expect.element(heading('Cross-account trust')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Deploy' })).toBeVisible()
  await expect.element(page.getByText('trust policies')).toBeVisible()
})

test('a lab bought separately opens in a course whose section is still closed', async () => {
  const mine = progress({ closed_sections: ['identity'], open_lessons: [{ section: 'identity', lesson: 'trust' }] })
  await open('/classroom/aws?section=identity&lesson=trust', {
    as,
    answers: { ...answers(), getCourseProgress: mine, getMyLab: myLab(null), listLabFlags: [] },
  })
  await expect.element(page.getByText('Words of Cross-account trust.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Deploy' })).toBeVisible()
})

test('a completed course issues its certificate, with the name to be printed', async () => {
  const { asked } = await open('/classroom/aws', {
    as,
    answers: {
      ...answers(),
      getCourseProgress: progress({ completed: 4, completed_at: time(0), closed_sections: [] }),
      generateCertificate: certificate({ id: 'cert-1' }),
    },
  })
  await page.getByRole('button', { name: 'Get your certificate' }).click()
  await expect.element(page.getByLabelText('Your name')).toHaveValue('Mara K')
  await page.getByLabelText('Your name').fill('Mara Kuusk')
  await page.getByRole('button', { name: 'Issue my certificate' }).click()
  await expect
    .element(page.getByRole('link', { name: 'See your certificate' }))
    .toHaveAttribute('href', '/certificates/cert-1')
  const sent = asked.find(({ call }) => call === 'generateCertificate')!.request
  expect(await sent.json()).toEqual({ name: 'Mara Kuusk', type: 'required' })
})

test('a classroom that could not be loaded says so, with a button to try again', async () => {
  await open('/classroom/aws', {
    as,
    answers: { ...answers(), getCourseProgress: new ApiError('unexpected', 'Something went wrong on our side') },
  })
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('nothing scrolls sideways on a phone', async () => {
  await page.viewport(390, 844)
  await open('/classroom/aws?section=identity&lesson=trust', {
    as,
    answers: { ...answers(), getMyLab: myLab(deployment({ state: 'ended', reason: 'learner' })), listLabFlags: [] },
  })
  await expect.element(page.getByRole('button', { name: 'Deploy again' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Lessons' }).click()
  await expect.element(page.getByRole('link', { name: /What to keep/ }).first()).toBeVisible()
  await page.viewport(1280, 800)
})
