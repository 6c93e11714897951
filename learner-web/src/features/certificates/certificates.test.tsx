import { ApiError } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { open, sessionOf } from '../../../test/app.tsx'
import { certificate, id } from '../../../test/certificate.ts'

const withdrawn = certificate({
  state: 'withdrawn',
  name: null,
  title: null,
  type: null,
  company: null,
  hours: null,
  outcomes: [],
  issued_at: null,
  valid_until: null,
})

test('anyone can read every printed fact and download the PDF', async () => {
  await open(`/certificates/${id}`, { answers: { getCertificate: certificate() } })
  for (const fact of [
    'Zażółć gęślą jaźń',
    'AWS Foundations',
    'for Nordlicht GmbH',
    '21 November 2026',
    'Read a policy',
    id,
  ])
    await expect.element(page.getByText(fact, { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download the PDF' }))
    .toHaveAttribute('href', `/api/v1/certificates/${id}/pdf`)
})

test.each([
  ['valid', certificate(), /^Valid.*until 21 November 2028/],
  ['expired', certificate({ state: 'expired' }), /^Expired.*until 21 November 2028/],
  [
    'revoked',
    certificate({ state: 'revoked', revoked_at: '2027-01-05T00:00:00.000Z', reason: 'Shared flags' }),
    /^Revoked.*on 5 January 2027.*Reason: Shared flags/,
  ],
  ['withdrawn', withdrawn, /^Withdrawn/],
] as const)('a %s certificate is told apart from the others', async (_state, answer, words) => {
  await open(`/certificates/${id}`, { answers: { getCertificate: answer } })
  await expect.element(page.getByRole('status').filter({ hasText: words })).toBeVisible()
})

test('an id that was never issued is unknown, and shows no certificate', async () => {
  const unknown = new ApiError('not_found', 'We have not issued a certificate with this id.')
  await open(`/certificates/${id}`, { answers: { getCertificate: unknown } })
  await expect.element(page.getByRole('status').filter({ hasText: /^Unknown/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download the PDF' })).not.toBeInTheDocument()
})

test('my certificates can be mailed again', async () => {
  const { asked } = await open('/certificates', {
    as: sessionOf(),
    answers: { listMyCertificates: [certificate()], resendCertificate: { message: 'On its way to you.' } },
  })
  await page.getByRole('button', { name: 'E-mail it to me' }).click()
  await expect.element(page.getByText('On its way to you.')).toBeVisible()
  expect(asked.find(({ call }) => call === 'resendCertificate')!.request.url).toContain(id)
})

test('a certificate that is not earned yet says which lessons are missing', async () => {
  const refused = Response.json(
    {
      type: 'about:blank',
      title: 'Not earned yet',
      status: 403,
      code: 'not_earned',
      detail: 'Not yet: one required lesson is still open.',
      missing: [{ kind: 'lesson', section: 's', lesson: 'l', title: 'How IAM decides' }],
    },
    { status: 403 },
  )
  await open('/certificates', {
    as: sessionOf(),
    answers: {
      listMyCertificates: [],
      listMyCourses: [
        {
          slug: 'aws',
          title: 'AWS Foundations',
          subtitle: '',
          completed: 0,
          required: 1,
          completed_at: null,
          access_ends_at: null,
          last_seen_at: null,
          resume: null,
        },
      ],
      generateCertificate: refused,
    },
  })
  await page.getByRole('button', { name: 'Generate a certificate' }).click()
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect.element(page.getByText('How IAM decides')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Continue in the classroom' }))
    .toHaveAttribute('href', '/classroom/aws')
})
