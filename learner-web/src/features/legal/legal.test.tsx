import { ApiError, type LegalPageName } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { expectAccessible } from '../../../test/axe.ts'
import { legalHead, legalPage, setOffers } from '../../../test/legal.ts'

const unpublished = new ApiError('not_found', 'This page is not published.')

test.each([
  ['/terms', 'Terms', 'terms'],
  ['/faqs', 'Questions', 'faqs'],
  ['/imprint', 'Imprint', 'imprint'],
  ['/exam_rules', 'Exam rules', 'exam_rules'],
])('%s shows the published text and when it took effect', async (path, title, name) => {
  const { inputsOf } = await open(path)
  await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect.element(page.getByText(new RegExp(`^Text of ${name},`))).toBeVisible()
  await expect.element(page.getByText('In effect since 1 February 2027.')).toBeVisible()
  expect(inputsOf('getLegalPage')).toEqual([{ page: name }])
  await expectAccessible()
})

test('an earlier version says how long it applied, and links to the current one', async () => {
  await open('/terms?version=1', { answers: { getLegalPage: legalPage('terms', 1) } })
  await expect.element(page.getByText(/was in effect from 1 January 2027 to 1 February 2027/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Read the current version' })).toHaveAttribute('href', '/terms')
  await page.getByText('All versions').click()
  await expect.element(page.getByRole('link', { name: /^Version 1/ })).toHaveAttribute('href', '/terms?version=1')
})

test('links to pages of this site remain links, and others to no scheme do not', async () => {
  const markdown = 'See [privacy](/privacy) and [this](//evil.example).'
  await open('/terms', { answers: { getLegalPage: { ...legalPage('terms'), markdown } } })
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'privacy' }))
    .toHaveAttribute('href', '/privacy')
  expect(page.getByRole('link', { name: 'this' }).elements()).toEqual([])
})

test('a page that is not published has no text and no link', async () => {
  setOffers('imprint')
  await open('/terms', { answers: { getLegalPage: unpublished } })
  await expect.element(page.getByText('This page is not published yet.')).toBeVisible()
  const footer = page.getByRole('navigation', { name: 'Footer' })
  await expect.element(footer.getByRole('link', { name: 'Imprint' })).toHaveAttribute('href', '/imprint')
  await expect.element(footer.getByRole('link', { name: 'Terms' })).not.toBeInTheDocument()
})

test('without published terms, nothing is accepted at sign-up', async () => {
  await open('/signup', { answers: { listLegalPages: [] } })
  await expect.element(page.getByRole('button', { name: 'Create my account' })).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: /I accept/ })).not.toBeInTheDocument()
})

test('changed terms are accepted on the dashboard, in the version that is shown', async () => {
  const mine = { listMyCourses: [], listMyLabs: [], listMyExams: [], listMyCertificates: [] }
  const due = [[legalHead('terms')], []]
  const { inputsOf } = await open('/dashboard', {
    as: sessionOf(),
    answers: {
      ...{ ...mine, listEarnedCertificates: [], readMyActivity: { days: [] } },
      listLegalPagesToAccept: () => due.shift(),
      acceptLegalPage: { page: 'terms', version: 2, via: 'page', accepted_at: '2027-03-01T00:00:00.000Z' },
    },
  })
  await page.getByRole('button', { name: 'Read and accept the terms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terms' })
  await expect.element(dialog.getByText('Changed: Other courts')).toBeVisible()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(/Our terms changed/)).not.toBeInTheDocument()
  expect(inputsOf('acceptLegalPage')).toEqual([{ page: 'terms', legalAcceptPayload: { version: 2 } }])
})

test('a version that follows while the learner reads is shown before it can be accepted', async () => {
  const texts = [legalPage('terms', 1), legalPage('terms', 2)]
  const answers = [
    new ApiError('invalid', 'The terms have changed. Read the new version and accept it.', {
      errors: [{ field: 'version', message: 'The terms have changed. Read the new version and accept it.' }],
    }),
    { page: 'terms', version: 2, via: 'page', accepted_at: '2027-03-01T00:00:00.000Z' },
  ]
  const mine = { listMyCourses: [], listMyLabs: [], listMyExams: [], listMyCertificates: [] }
  const { inputsOf } = await open('/dashboard', {
    as: sessionOf(),
    answers: {
      ...{ ...mine, listEarnedCertificates: [], readMyActivity: { days: [] } },
      listLegalPagesToAccept: [legalHead('terms', 1)],
      getLegalPage: () => texts.shift(),
      acceptLegalPage: () => answers.shift(),
    },
  })
  await page.getByRole('button', { name: 'Read and accept the terms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Terms' })
  await expect.element(dialog.getByText('version 1')).toBeVisible()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect.element(dialog.getByText(/The terms have changed/)).toBeVisible()
  await expect.element(dialog.getByText('version 2')).toBeVisible()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect
    .poll(() => inputsOf('acceptLegalPage').map((input) => input.legalAcceptPayload))
    .toEqual([{ version: 1 }, { version: 2 }])
})

test.each<[LegalPageName | null, boolean]>([
  ['faqs', true],
  [null, false],
])('the contact page refers to the questions if they are published: %s', async (published, isLinked) => {
  setOffers(...(published ? [published] : []))
  await open('/contact')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.getByRole('link', { name: 'common questions' }).elements()).toHaveLength(isLinked ? 1 : 0)
})
