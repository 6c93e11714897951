import { ApiError, type CoursePreview } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { course, silence, time } from '../../../test/classroom.ts'

const as = sessionOf({ roles: ['user', 'admin'], capabilities: ['content'] })
const idOf = (at: number) => `00000000-0000-4000-8000-00000000000${at}`
const draft: CoursePreview = {
  ...course,
  title: 'AWS, written anew',
  sections: course.sections.map((section, at) => ({
    ...section,
    lessons: section.lessons.map((lesson, place) => ({ ...lesson, id: idOf(at * 3 + place) })),
  })),
}
const answers = {
  previewCourse: draft,
  getLessonVideo: { url: silence(20), captions: [], chapters: [], duration_seconds: 20, expires_at: time(900) },
}
const strip = page.getByRole('complementary', { name: 'Preview' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('a draft walked in the learner’s own classroom: its film plays, no lab is built, nothing is written', async () => {
  await page.viewport(1280, 800)
  const { asked, inputsOf } = await open('/classroom/aws?preview=draft', { as, answers })
  await expect.element(heading('Assume the wrong role')).toBeVisible()
  await expect.element(strip.getByText(/nothing you do here is saved/)).toBeVisible()
  await expect
    .element(strip.getByRole('link', { name: 'Back to the console' }))
    .toHaveAttribute('href', '/admin/courses/aws')
  const video = () => document.querySelector('video') as HTMLVideoElement
  await expect.poll(() => video()?.readyState).toBeGreaterThan(0)
  expect(inputsOf('getLessonVideo')).toEqual([{ slug: 'aws', id: idOf(0) }])
  video().muted = true
  await video().play()
  await expect.poll(() => video().currentTime, { timeout: 5000 }).toBeGreaterThan(0.3)
  video().pause()
  const nav = page.getByRole('navigation', { name: 'Lessons' })
  await nav.getByRole('link', { name: 'Lab: Cross-account trust' }).click()
  const lab = page.getByRole('region', { name: 'Lab: Cross-account trust' })
  await expect.element(lab.getByRole('button', { name: 'Deploy' })).toBeDisabled()
  await expect
    .element(lab.getByRole('link', { name: 'Try the lab in the console' }))
    .toHaveAttribute('href', '/admin/labs/trust-lab/test')
  await expect.element(page.getByText('Words of Cross-account trust.')).toBeVisible()
  await page.getByRole('link', { name: /^Next: What to keep/ }).click()
  await expect.element(heading('What to keep')).toBeVisible()
  await expect.element(strip).toBeVisible()
  await expect.element(page.getByRole('button', { name: /complete/i })).not.toBeInTheDocument()
  const own = ['refresh', 'listBanners', 'previewCourse', 'getLessonVideo']
  expect(asked.filter(({ call }) => !own.includes(call)).map(({ call }) => call)).toEqual([])

  await page.getByRole('link', { name: 'AWS, written anew' }).click()
  await expect.element(heading('AWS, written anew')).toBeVisible()
  await expect.element(strip).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Buy' })).toBeDisabled()
  await page.getByRole('link', { name: 'Preview the classroom' }).click()
  await expect.element(heading('Assume the wrong role')).toBeVisible()
  const changes = asked.filter(({ call, request }) => request.method !== 'GET' && call !== 'refresh')
  expect(changes).toEqual([])
})

test('a user without permission for the draft reads so', async () => {
  const previewCourse = new ApiError('forbidden', 'This is for administrators only.')
  await open('/classroom/aws?preview=draft', { as: sessionOf(), answers: { previewCourse } })
  await expect.element(page.getByText(/This is for administrators only/)).toBeVisible()
})
