import { expect, test, vi } from 'vitest'
import { examRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

test('an exam is changed field by field, with its cooldowns as a line and its course from a list', async () => {
  const { getByRole, getByText, inputsOf } = await openAdmin('/admin/exams/expert', {
    answers: {
      getExamForAdmin: examRecord(),
      saveExam: examRecord({ version: 4 }),
      listCourseChoices: [{ id: 'one', slug: 'one', title: 'Course one', status: 'published' }],
    },
  })
  await getByRole('textbox', { name: 'Days to wait after each attempt' }).fill('3, soon')
  await expect.element(getByText('Write whole numbers with commas between them')).toBeVisible()
  await getByRole('textbox', { name: 'Days to wait after each attempt' }).fill('3, 30')
  await getByRole('spinbutton', { name: 'Points to pass' }).fill('35')
  await getByRole('combobox', { name: 'Course' }).click()
  await getByRole('option', { name: 'Course one' }).click()
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('saveExam')).toEqual([
      { slug: 'expert', examEdit: { version: 3, cooldown_days: [3, 30], passing_points: 35, course: 'one' } },
    ]),
  )
})

test('a new exam is sent to its address with its price', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/exams/create', {
    answers: { saveExam: examRecord(), getExamForAdmin: examRecord() },
  })
  await getByRole('textbox', { name: 'Slug' }).fill('expert')
  await getByRole('textbox', { name: 'Title' }).fill('Expert')
  await getByRole('spinbutton', { name: 'Price' }).fill('299')
  await getByRole('textbox', { name: 'Terraform module' }).fill('aws/expert')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/exams/expert'))
  expect(inputsOf('saveExam')).toMatchObject([
    { slug: 'expert', examEdit: { title: 'Expert', price: { amount: 29_900, currency: 'EUR' }, passing_points: 70 } },
  ])
})
