import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { myExam } from '../../../test/classroom.ts'

test('an exam of mine that cannot be booked yet says so, and leads to its rules', async () => {
  const exam = myExam({ access_ends_at: '2027-11-22T10:00:00.000Z' })
  await open('/examroom/aws-expert', { as: sessionOf(), answers: { listMyExams: [exam] } })
  await expect.element(page.getByRole('heading', { level: 1, name: 'AWS Expert' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Booking opens soon' })).toBeVisible()
  await expect.element(page.getByText('This exam is yours until 22 November 2027.', { exact: false })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Read the rules' }))
    .toHaveAttribute('href', '/courses?exam=aws-expert')
})

test('an exam that I do not have opens nothing', async () => {
  await open('/examroom/aws-expert', { as: sessionOf(), answers: { listMyExams: [] } })
  await expect.element(page.getByRole('heading', { name: 'You do not have this exam' })).toBeVisible()
})

test('the room of a course’s feedback says what is not open yet, and leads on', async () => {
  await open('/feedback/aws', { as: sessionOf() })
  await expect.element(page.getByRole('heading', { name: 'Course feedback opens soon' })).toBeVisible()
  const main = page.getByRole('main')
  await expect.element(main.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', '/dashboard')
  await expect.element(main.getByRole('link', { name: /us/ })).toHaveAttribute('href', '/contact')
})
