import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../../test/app.tsx'
import { myExam, myLab } from '../../../../test/classroom.ts'
import { card } from '../../../../test/course-card.ts'

const answers = {
  listCatalogueWords: {
    courses: { aws: 'Buckets and their keys Metadata and its guards' },
    labs: { vault: 'A machine may open a Key Vault' },
    exams: { expert: 'Find what IAM allows' },
  },
  listCourses: [
    card('aws', 'AWS Foundations', { tags: ['Identité'] }),
    card('azure', 'Azure Paths', { clouds: ['azure'], level: 'advanced' }),
    card('gcp', 'Google Offence', { clouds: ['gcp'], language: 'es' }),
  ],
  listLabs: [
    {
      slug: 'role',
      title: 'The wrong role',
      difficulty: 'beginner',
      cloud: 'aws',
      price: { amount: 2900, currency: 'EUR' },
      duration_minutes: 120,
      flags: 3,
    },
    {
      slug: 'vault',
      title: 'A talkative vault',
      difficulty: 'advanced',
      cloud: 'azure',
      price: { amount: 5900, currency: 'EUR' },
      duration_minutes: 120,
      flags: 2,
    },
  ],
  listPublicExams: [
    {
      slug: 'expert',
      title: 'AWS Expert',
      cloud: 'aws',
      price: { amount: 19900, currency: 'EUR' },
      duration_minutes: 1440,
      passing_points: 70,
      attempts: 2,
      course: 'aws',
      bookable: false,
    },
  ],
}
/** Labs and exams, which are shown as lists. */
const offers = () =>
  [...document.querySelectorAll('main li a:not([href^="/buy/"])')]
    .map((link) => link.textContent)
    .filter((text) => !titles().includes(text))
const titles = () => [...document.querySelectorAll('article h3')].map((title) => title.textContent)

test('filters are read from the address and written to it', async () => {
  const { path } = await open('/courses?level=advanced', { answers })
  await expect.poll(titles).toEqual(['Azure Paths'])
  await page.getByLabelText('Level').selectOptions('')
  await page.getByLabelText('Language').selectOptions('es')
  await expect.poll(titles).toEqual(['Google Offence'])
  expect(path()).toBe('/courses?language=es')
})

test('the search ignores case and accents', async () => {
  await open('/courses', { answers })
  await page.getByLabelText('Search').fill('IDENTITE aws')
  await expect.poll(titles).toEqual(['AWS Foundations'])
})

test.each([
  ['metadata', ['AWS Foundations'], []],
  ['s3 bucket', ['AWS Foundations'], []],
  ['storage', ['AWS Foundations'], []],
  ['amazon', ['AWS Foundations'], ['The wrong role', 'AWS Expert']],
  ['secret', [], ['A talkative vault']],
  ['identity', ['AWS Foundations'], ['The wrong role', 'AWS Expert']],
])('a search for %s finds lessons, descriptions and synonyms', async (search, courses, others) => {
  const tagged = answers.listCourses.map((course) => ({ ...course, tags: course.slug === 'aws' ? ['IAM'] : [] }))
  await open(`/courses?search=${encodeURIComponent(search)}`, { answers: { ...answers, listCourses: tagged } })
  await expect.poll(() => [titles(), offers()]).toEqual([courses, others])
})

test('labs and exams have separate pages with the same filters', async () => {
  const { path } = await open('/labs', { answers })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Labs' })).toBeVisible()
  await expect.poll(offers).toEqual(['The wrong role', 'A talkative vault'])
  expect(page.getByRole('heading', { name: 'Labs' }).elements()).toHaveLength(1)
  await page.getByLabelText('Cloud').selectOptions('azure')
  await expect.poll(offers).toEqual(['A talkative vault'])
  expect(path()).toBe('/labs?cloud=azure')
  await page.getByRole('link', { name: 'All courses, labs and exams' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Courses, labs and exams' })).toBeVisible()
})

test('a search without a result offers to clear the filters', async () => {
  await open('/courses?cloud=gcp&level=advanced', { answers })
  await expect.element(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect.poll(() => titles().length).toBe(3)
})

test('a catalogue that could not be loaded says so, with a button to try again', async () => {
  await open('/courses', {
    answers: { ...answers, listCourses: new ApiError('unexpected', 'Something went wrong on our side') },
  })
  await expect.element(page.getByText('Something went wrong on our side')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('one search and one set of filters hold for courses, labs and exams, and each type is counted', async () => {
  const { path } = await open('/courses', { answers })
  const count = (name: string) => page.getByRole('radio', { name })
  await expect.element(count('All 6')).toBeChecked()
  await page.getByLabelText('Search').fill('talkative')
  await expect.poll(offers).toEqual(['A talkative vault'])
  expect(titles()).toEqual([])
  await expect.element(page.getByRole('status').filter({ hasText: '0 courses · 1 lab · 0 exams' })).toBeVisible()
  await page.getByLabelText('Search').fill('')
  await page.getByLabelText('Cloud').selectOptions('azure')
  await expect.poll(offers).toEqual(['A talkative vault'])
  expect(titles()).toEqual(['Azure Paths'])
  await count('Exams 0').click()
  await expect.element(page.getByRole('heading', { name: 'No exam matches' })).toBeVisible()
  await count('Labs 1').click()
  await expect.poll(offers).toEqual(['A talkative vault'])
  expect(titles()).toEqual([])
  expect(path()).toBe('/courses?cloud=azure&type=labs')
})

test('an exam has the level of the course that prepares for it', async () => {
  await open('/courses?level=beginner&type=exams', { answers })
  await expect.poll(offers).toEqual(['AWS Expert'])
  await page.getByLabelText('Level').selectOptions('advanced')
  await expect.element(page.getByRole('heading', { name: 'No exam matches' })).toBeVisible()
})

test('prices are filtered, free ones too', async () => {
  const free = card('free', 'A gift', { price: { amount: 0, currency: 'EUR' } })
  await open('/courses?price=50', { answers: { ...answers, listCourses: [...answers.listCourses, free] } })
  await expect.poll(titles).toEqual(['A gift'])
  expect(offers()).toEqual(['The wrong role'])
  await page.getByLabelText('Price').selectOptions('free')
  await expect.poll(offers).toEqual([])
  expect(titles()).toEqual(['A gift'])
})

test('the language filter is shown only if there are several, and the filter for owned content only to signed-in users', async () => {
  const [aws] = answers.listCourses
  await open('/courses', { answers: { ...answers, listCourses: [aws!] } })
  await expect.poll(titles).toEqual(['AWS Foundations'])
  await expect.element(page.getByLabelText('Language')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Yours')).not.toBeInTheDocument()
})

const mine = {
  listMyCourses: [
    {
      slug: 'aws',
      title: 'AWS Foundations',
      subtitle: '',
      completed: 4,
      required: 12,
      completed_at: null,
      access_ends_at: null,
      last_seen_at: null,
      resume: null,
      certificate_type: null,
      cover: null,
    },
  ],
  listMyLabs: [myLab(null, { slug: 'role', title: 'The wrong role', solved_flags: 1 })],
  listMyExams: [myExam({ slug: 'expert' })],
}

test('what is mine is shown in place of prices, and can be asked for', async () => {
  const { path } = await open('/courses', { as: sessionOf(), answers: { ...answers, ...mine } })
  const tile = (title: string) => page.getByRole('article').filter({ hasText: title })
  await expect.element(tile('AWS Foundations').getByText('Yours · 33%')).toBeVisible()
  await expect.element(tile('Azure Paths').getByText('€149')).toBeVisible()
  await expect.element(page.getByText('Yours · 1 of 2 flags')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'The wrong role' }))
    .toHaveAttribute('href', '/classroom/aws?section=identity&lesson=trust')
  await page.getByLabelText('Yours').selectOptions('yes')
  await expect.poll(titles).toEqual(['AWS Foundations'])
  expect(offers()).toEqual(['The wrong role', 'AWS Expert'])
  expect(path()).toBe('/courses?owned=yes')
  await page.getByLabelText('Yours').selectOptions('no')
  await expect.poll(titles).toEqual(['Azure Paths', 'Google Offence'])
})

test('an exam whose attempts I have all used is for sale again', async () => {
  const forSale = answers.listPublicExams.map((exam) => ({ ...exam, bookable: true }))
  const listMyExams = [myExam({ slug: 'expert', is_used_up: true })]
  await open('/courses', { as: sessionOf(), answers: { ...answers, ...mine, listMyExams, listPublicExams: forSale } })
  await expect.element(page.getByRole('listitem').filter({ hasText: 'AWS Expert' }).getByText('€199')).toBeVisible()
})

test('a course shows its own cover in the room of the drawing, and nothing moves when it arrives', async () => {
  const cover = {
    url: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
    width: 1600,
    height: 900,
  }
  await open('/courses', { answers: { ...answers, listCourses: [card('aws', 'AWS', { cover }), card('gcp', 'GCP')] } })
  await expect.element(page.getByRole('link', { name: 'AWS', exact: true })).toBeVisible()
  const [shown, drawn] = [...document.querySelectorAll('article')].map((tile) => tile.firstElementChild)
  expect(shown?.getAttribute('src')).toBe(cover.url)
  expect(shown?.getAttribute('alt'), 'it is decoration').toBe('')
  expect(shown?.getBoundingClientRect().height).toBe(drawn?.getBoundingClientRect().height)
})

test('before anything is published visitors read that it is on its way, and are asked to filter nothing', async () => {
  await open('/courses', { answers: { listCourses: [], listLabs: [], listPublicExams: [] } })
  await expect.element(page.getByRole('heading', { name: 'The first courses are on their way' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact')
  expect(page.getByRole('searchbox').query()).toBeNull()
})
