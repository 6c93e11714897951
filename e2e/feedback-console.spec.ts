import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, expect, test } from './fixtures.ts'
import { signInTo } from './running-demo.ts'

test('an author builds a form, tries it, asks with it in a course, and reads what learners of another said', async ({
  page,
  checkAccessibility,
}) => {
  const title = `Labs, ${Date.now()}`
  const course = `Course of ${title}`
  const call = await signInTo(page, '', 'admin', DEMO_PASSWORD)
  await call('POST', `/admin/courses/feedback-${Date.now()}`, { title: course, level: 'beginner' })
  await page.goto('/admin/feedback_forms')

  await test.step('a form is begun, and its questions are put into their order by keyboard', async () => {
    await page.getByRole('link', { name: 'New form' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New form')
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Introduction').fill('Two questions.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await addQuestion(page, { label: 'What helped you?', kind: 'Multiple choice', choices: 'Labs\nFilms' })
    await addQuestion(page, { label: 'How clear was it?', kind: 'Rating, 1 to 5' })
    await page.getByRole('row', { name: 'How clear was it?' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(page.getByText('Moved “How clear was it?” to position 1 of 2.')).toBeAttached()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Questions saved.')).toBeVisible()
  })

  await test.step('it is tried as learners see it', async () => {
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.getByRole('radiogroup', { name: 'How clear was it?' }).getByRole('radio', { name: '4' }).check()
    await page.getByRole('checkbox', { name: 'Labs' }).check()
  })

  await test.step('a course asks with it', async () => {
    await page.getByRole('tab', { name: 'Courses' }).click()
    await page.getByRole('button', { name: 'Assign to a course…' }).click()
    await page.getByRole('combobox', { name: 'Course' }).click()
    await page.getByRole('option', { name: course }).click()
    await page.getByRole('button', { name: 'Assign form' }).click()
    await expect(page.getByText(`Form assigned to ${course}`)).toBeVisible()
    await expect(page.getByText('Asks after 80% of the course')).toBeVisible()
  })

  await test.step('what learners of the demo said is read, searched, opened and taken away as a file', async () => {
    await page.getByRole('link', { name: 'Feedback analytics' }).click()
    await page.getByRole('link', { name: 'AWS Red Team Foundations' }).click()
    await expect(page.getByText('Response rate')).toBeVisible()
    const rating = page.getByRole('region', { name: /^How clear were the explanations\? Mean/ })
    await expect(rating.getByRole('row')).toHaveCount(6)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export all answers (CSV)' }).click()
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
    const texts = page.getByRole('region', { name: 'Free-text answers' })
    const said = texts.getByRole('link').first()
    const answer = (await said.textContent()) ?? ''
    await texts.getByLabel('Search answers').fill(answer.slice(0, 20))
    await said.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Response/)
    await expect(page.getByText(answer)).toBeVisible()
    await checkAccessibility(page, 'one response')
  })
})

async function addQuestion(page: Page, { label, kind, choices }: { label: string; kind: string; choices?: string }) {
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('textbox', { name: 'Question' }).last().fill(label)
  await page.getByRole('combobox', { name: 'Kind' }).last().click()
  await page.getByRole('option', { name: kind }).click()
  if (choices) await page.getByRole('textbox', { name: 'Choices' }).last().fill(choices)
}
