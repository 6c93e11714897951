import { expect, signInOn, test } from './fixtures.ts'

test('a learner is asked in the classroom, answers on a phone, and is not asked again', async ({
  page,
  newDevice,
  signIn,
  checkAccessibility,
}) => {
  const slug = `asked-${Date.now()}`
  await test.step('an editor has a course ask for feedback', async () => {
    await signIn('admin')
    await page.goto('/admin')
    await page.evaluate(makeCourse, slug)
  })

  const phone = await newDevice()
  await phone.setViewportSize({ width: 390, height: 844 })
  await test.step('the classroom offers it below the lesson', async () => {
    await signInOn(phone, 'learner')
    await phone.goto(`/classroom/${slug}`)
    await expect(phone.getByRole('heading', { name: 'How is it so far?' })).toBeVisible()
    await checkAccessibility(phone, 'classroom with an offer')
    await phone.getByRole('link', { name: 'Give feedback' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: 'Tell us' })).toBeVisible()
  })

  await test.step('what is written stays over a reload, and a question that was left out is named', async () => {
    await phone.getByLabel(/What was missing/).fill('<b>Nothing</b>')
    await phone.reload()
    await expect(phone.getByLabel(/What was missing/)).toHaveValue('<b>Nothing</b>')
    await phone.getByRole('button', { name: 'Send my feedback' }).click()
    await expect(phone.getByText('Please answer this question')).toBeVisible()
    await checkAccessibility(phone, 'feedback with an error')
  })

  await test.step('the answers are sent, by keyboard where that is quicker', async () => {
    await phone.getByRole('radio', { name: '4', exact: true }).first().focus()
    await phone.keyboard.press('Space')
    await phone.getByRole('radio', { name: 'Just right' }).check()
    await phone.getByRole('checkbox', { name: 'Labs' }).check()
    await phone.getByRole('radio', { name: '9', exact: true }).check()
    await phone.getByRole('button', { name: 'Send my feedback' }).click()
    await expect(phone.getByText('Thank you. Your feedback has reached us.')).toBeVisible()
    await expect(phone.getByText('<b>Nothing</b>')).toBeVisible()
    await checkAccessibility(phone, 'feedback that was given')
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(overflow, 'nothing scrolls sideways on a phone').toBe(false)
  })

  await test.step('the classroom does not ask again', async () => {
    await phone.getByRole('link', { name: 'Back to the course' }).click()
    await expect(phone.getByRole('heading', { level: 1, name: 'Lesson' })).toBeVisible()
    await expect(phone.getByRole('link', { name: 'Give feedback' })).toHaveCount(0)
  })
})

/** A course of one lesson that is open to the learner and asks at once, by the calls that the console makes. */
async function makeCourse(slug: string) {
  const { access_token } = await (await fetch('/api/v1/auth/refresh', { method: 'POST' })).json()
  const send = async (method: string, path: string, body: object) => {
    const answer = await fetch(`/api/v1/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const question = { choices: [], required: false }
  const form = await send('POST', 'feedback_forms', { title: 'Tell us', slug })
  await send('PATCH', `feedback_forms/${form.id}/questions`, {
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
  const { outline } = await send('POST', `courses/${slug}`, { title: slug, level: 'beginner', ...asks })
  const lesson = { slug: 'lesson', title: 'Lesson', kind: 'reading', required: true, free_preview: false, lab: null }
  const section = { slug: 'section', title: 'Section', opens_after: null, lessons: [lesson] }
  await send('POST', `courses/${slug}/sections`, { version: outline.version, sections: [section] })
  await send('POST', `courses/${slug}/beta`, { add: ['learner'] })
}
