import { expect, signInOn, test } from './fixtures.ts'
import { listMails } from './mails.ts'

test('a learner reports an error on a phone, an author answers it, and the answer comes by mail', async ({
  page,
  newDevice,
  signIn,
  checkAccessibility,
}) => {
  const slug = `reported-${Date.now()}`
  await signIn('admin')
  await page.goto('/admin')
  await page.evaluate(makeCourse, slug)

  const phone = await newDevice()
  await phone.setViewportSize({ width: 390, height: 844 })
  await test.step('the learner finds the way to report it at the end of the lesson', async () => {
    await signInOn(phone, 'learner')
    await phone.goto(`/classroom/${slug}`)
    await phone.getByRole('button', { name: 'Report an error in this lesson' }).click()
    await phone.getByLabel('What is it?').selectOption('A typing mistake')
    await phone.getByLabel('Tell us more').fill('It says <b>buckket</b>')
    await phone.getByRole('button', { name: 'Send the report' }).click()
    await expect(phone.getByRole('region', { name: 'Errors that you reported' })).toContainText('<b>buckket</b>')
    await checkAccessibility(phone, 'a lesson with a report')
  })

  await test.step('an author closes it on the page of the course, with an answer', async () => {
    await page.goto(`/admin/courses/${slug}/insight`)
    await expect(page.getByText('It says <b>buckket</b>')).toBeVisible()
    await checkAccessibility(page, 'insight')
    await page.getByRole('button', { name: 'Decide…' }).click()
    await page.getByLabel('Answer').fill('It is a bucket now.')
    await page.getByRole('button', { name: 'Decide it' }).click()
    await expect(page.getByText('It is decided')).toBeVisible()
  })

  await test.step('the answer stands below the lesson, and in a mail', async () => {
    await phone.reload()
    const mine = phone.getByRole('region', { name: 'Errors that you reported' })
    await expect(mine).toContainText('Our answer: It is a bucket now.')
    const { email } = await phone.evaluate(readMe)
    await expect(async () => {
      const texts = (await listMails(phone, email)).map(({ text }) => text)
      expect(texts.some((text) => text.includes(slug) && text.includes('It is a bucket now.'))).toBe(true)
    }).toPass()
  })
})

async function readMe(): Promise<{ email: string }> {
  const { user } = await (await fetch('/api/v1/auth/refresh', { method: 'POST' })).json()
  return user
}

/** A course of one lesson that is open to the learner, by the calls that the console makes. */
async function makeCourse(slug: string) {
  const { access_token } = await (await fetch('/api/v1/auth/refresh', { method: 'POST' })).json()
  const send = async (path: string, body: object) => {
    const answer = await fetch(`/api/v1/admin/courses/${slug}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const { outline } = await send('', { title: slug, level: 'beginner', status: 'beta' })
  const lesson = { slug: 'lesson', title: 'Lesson', kind: 'reading', required: true, free_preview: false, lab: null }
  const section = { slug: 'section', title: 'Section', opens_after: null, lessons: [lesson] }
  await send('/sections', { version: outline.version, sections: [section] })
  await send('/beta', { add: ['learner'] })
}
