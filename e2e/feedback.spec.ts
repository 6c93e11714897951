import { DEMO_PASSWORD, expect, test } from './fixtures.ts'
import { listMails } from './mails.ts'
import { signInTo } from './running-demo.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

test('on a phone a learner reports an error in a lesson, gets the author’s answer, and gives feedback when asked, once', async ({
  page,
  newDevice,
  signIn,
  consoleErrors,
}) => {
  // The browser logs the form that was sent with a question left out.
  consoleErrors.allow(/422.*\/feedback\//)
  const slug = `asked-${Date.now()}`
  const author = await newDevice()
  await makeCourse(await signInTo(author, '', 'admin', DEMO_PASSWORD), slug)
  await page.setViewportSize(PHONE.viewport)
  await signIn('learner')

  await test.step('the way to report an error is at the end of the lesson', async () => {
    await page.goto(`/classroom/${slug}`)
    await page.getByRole('button', { name: 'Report an error in this lesson' }).click()
    await page.getByLabel('What is it?').selectOption('A typing mistake')
    await page.getByLabel('Tell us more').fill('It says <b>buckket</b>')
    await page.getByRole('button', { name: 'Send the report' }).click()
    await expect(page.getByRole('region', { name: 'Reported errors' })).toContainText('<b>buckket</b>')
  })

  await test.step('an author closes it on the page of the course, with an answer', async () => {
    await author.goto(`/admin/courses/${slug}/insight`)
    await expect(author.getByText('It says <b>buckket</b>')).toBeVisible()
    await author.getByRole('button', { name: 'Decide…' }).click()
    await author.getByLabel('Answer').fill('It is a bucket now.')
    await author.getByRole('button', { name: 'Save decision' }).click()
    await expect(author.getByText('Decision saved')).toBeVisible()
  })

  await test.step('the answer stands below the lesson, and in a mail', async () => {
    await page.reload()
    const mine = page.getByRole('region', { name: 'Reported errors' })
    await expect(mine).toContainText('Our answer: It is a bucket now.')
    const { email } = await page.evaluate(readMe)
    await expect(async () => {
      const texts = (await listMails(page, email)).map(({ text }) => text)
      expect(texts.some((text) => text.includes(slug) && text.includes('It is a bucket now.'))).toBe(true)
    }).toPass()
  })

  await test.step('the classroom asks for feedback below the lesson', async () => {
    await expect(page.getByRole('heading', { name: 'How is it so far?' })).toBeVisible()
    await page.getByRole('link', { name: 'Give feedback' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Tell us' })).toBeVisible()
  })

  await test.step('what is written stays over a reload, and a question that was left out is named', async () => {
    await page.getByLabel(/What was missing/).fill('<b>Nothing</b>')
    await page.reload()
    await expect(page.getByLabel(/What was missing/)).toHaveValue('<b>Nothing</b>')
    await page.getByRole('button', { name: 'Send my feedback' }).click()
    await expect(page.getByText('Please answer this question')).toBeVisible()
  })

  await test.step('the answers are sent, by keyboard where that is quicker', async () => {
    await page.getByRole('radio', { name: '4', exact: true }).first().focus()
    await page.keyboard.press('Space')
    await page.getByRole('radio', { name: 'Just right' }).check()
    await page.getByRole('checkbox', { name: 'Labs' }).check()
    await page.getByRole('radio', { name: '9', exact: true }).check()
    await page.getByRole('button', { name: 'Send my feedback' }).click()
    await expect(page.getByText('Thank you for your feedback.')).toBeVisible()
    await expect(page.getByText('<b>Nothing</b>')).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(overflow, 'nothing scrolls sideways on a phone').toBe(false)
  })

  await test.step('the classroom does not ask again', async () => {
    await page.getByRole('link', { name: 'Back to the course' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Lesson' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Give feedback' })).toHaveCount(0)
  })
})

async function readMe(): Promise<{ email: string }> {
  const { user } = await (await fetch('/api/v1/auth/refresh', { method: 'POST' })).json()
  return user
}

/** A course of one lesson that is open to the learner and asks for feedback at once, by the calls that the console makes. */
async function makeCourse(call: Awaited<ReturnType<typeof signInTo>>, slug: string) {
  const question = { choices: [], required: false }
  const form = await call('POST', '/admin/feedback_forms', { title: 'Tell us', slug })
  await call('PATCH', `/admin/feedback_forms/${form.id}/questions`, {
    version: form.version,
    questions: [
      { ...question, kind: 'rating', label: 'How good was it?', required: true },
      { ...question, kind: 'single', label: 'How fast was it?', choices: ['Too slow', 'Just right'] },
      { ...question, kind: 'multiple', label: 'What helped?', choices: ['Films', 'Labs'] },
      { ...question, kind: 'text', label: 'What was missing?' },
      { ...question, kind: 'recommend', label: 'Would you recommend it?' },
    ],
  })
  const asks = { status: 'beta', feedback_form: slug, feedback_share: 0 }
  const { outline } = await call('POST', `/admin/courses/${slug}`, { title: slug, level: 'beginner', ...asks })
  const lesson = { slug: 'lesson', title: 'Lesson', kind: 'reading', required: true, free_preview: false, lab: null }
  const section = { slug: 'section', title: 'Section', opens_after: null, lessons: [lesson] }
  await call('POST', `/admin/courses/${slug}/sections`, { version: outline.version, sections: [section] })
  await call('POST', `/admin/courses/${slug}/beta`, { add: ['learner'] })
}
