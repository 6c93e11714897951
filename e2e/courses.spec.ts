import { expect, test } from './fixtures.ts'

/** It measures, so it runs only with the long tests, where nothing else does. */
test.skip(!process.env.LONG, 'only with LONG=1')

test('a course of 500 lessons opens in its editor within a second, and dragging blocks the page for no longer than 100 ms', async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/admin/courses')
  await expect(page.getByRole('heading', { name: 'Courses', level: 1 })).toBeVisible()
  const slug = `long-${Date.now()}`
  await page.evaluate(makeCourse, slug)
  // The code of the screen is there, as for whoever has opened a course before.
  await page.goto('/admin/courses/aws-red-team-foundations/outline')
  await expect(page.getByRole('row').first()).toBeVisible()
  await page.getByRole('link', { name: 'Courses' }).first().click()
  await page.getByRole('link', { name: slug }).first().click()
  await expect(page.getByRole('tab', { name: 'Outline' })).toBeVisible()

  const began = Date.now()
  await page.getByRole('tab', { name: 'Outline' }).click()
  await expect(page.getByRole('row', { name: /^Lesson 1\.1(?!\d)/ })).toBeVisible()
  const opened = Date.now() - began
  expect(opened).toBeLessThan(1000)

  await page.evaluate(() => {
    const tasks: number[] = []
    Object.assign(window, { tasks })
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  const rowOf = (lesson: number) => page.getByRole('row', { name: new RegExp(`^Lesson 1\\.${lesson}(?!\\d)`) })
  const [from, to] = [rowOf(2), rowOf(5)]
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('The rows are not in sight.')
  await page.mouse.move(start.x + 300, start.y + 26)
  await page.mouse.down()
  for (let y = start.y + 30; y < end.y + 40; y += 8) await page.mouse.move(start.x + 300, y)
  await page.mouse.up()
  await expect(page.getByText(/“Lesson 1\.2” is lesson \d of 20/)).toBeAttached()
  const longest = await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
  console.log(`Opened in ${opened} ms; the longest task of the drag took ${Math.round(longest)} ms.`)
  expect(longest).toBeLessThanOrEqual(100)
})

/** 25 sections of 20 lessons, by the calls that the editor makes. */
async function makeCourse(slug: string) {
  const { access_token } = await (await fetch('/api/v1/auth/refresh', { method: 'POST' })).json()
  const post = async (path: string, body: object) => {
    const answer = await fetch(`/api/v1/admin/courses/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const { outline } = await post(slug, { title: slug, level: 'beginner' })
  const sections = Array.from({ length: 25 }, (_, s) => ({
    slug: `part-${s + 1}`,
    title: `Part ${s + 1}`,
    opens_after: null,
    lessons: Array.from({ length: 20 }, (_, l) => ({
      slug: `lesson-${s + 1}-${l + 1}`,
      title: `Lesson ${s + 1}.${l + 1}`,
      kind: 'reading',
      required: true,
      free_preview: false,
      lab: null,
    })),
  }))
  await post(`${slug}/sections`, { version: outline.version, sections })
}
