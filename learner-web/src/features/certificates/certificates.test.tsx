import { ApiError, type Certificate, type CertificateOptions } from '@flagyard/api-types'
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
  await page.getByText('How to check it without us').click()
  for (const [name, href] of [
    ['Picture (PNG)', `/badges/${id}.png`],
    ['Picture (SVG)', `/badges/${id}.svg`],
    ['JSON, for wallets', `/api/v1/certificates/${id}/badge/json`],
    ['JWT', `/api/v1/certificates/${id}/badge/jwt`],
    ['did.json', '/.well-known/did.json'],
  ] as const)
    expect(page.getByRole('link', { name, exact: true }).element()).toHaveAttribute('href', href)
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

const earned = { type: 'required', course: 'aws', title: 'AWS Foundations' } as const

test('my certificates can be mailed again', async () => {
  const { asked } = await open('/certificates', {
    as: sessionOf(),
    answers: {
      listMyCertificates: [certificate()],
      listMyCorrections: [],
      listCertificateOptions: [],
      listEarnedCertificates: [],
      resendCertificate: { message: 'On its way to you.' },
    },
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
      listMyCorrections: [],
      listCertificateOptions: [],
      listEarnedCertificates: [earned],
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

test('where nothing is left to generate, nothing is offered', async () => {
  await open('/certificates', {
    as: sessionOf(),
    answers: {
      listMyCertificates: [certificate()],
      listMyCorrections: [],
      listCertificateOptions: [],
      listEarnedCertificates: [],
    },
  })
  await expect.element(page.getByRole('link', { name: 'AWS Foundations' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Generate a certificate' })).not.toBeInTheDocument()
})

test('an earned certificate is generated with the name to be printed', async () => {
  const { inputsOf, path } = await open('/certificates', {
    as: sessionOf(),
    answers: {
      listMyCertificates: [],
      listMyCorrections: [],
      listCertificateOptions: [],
      listEarnedCertificates: [earned],
      generateCertificate: certificate(),
      getCertificate: certificate(),
    },
  })
  await page.getByRole('button', { name: 'Generate a certificate' }).click()
  await expect
    .element(page.getByLabelText('Certificate', { exact: true }))
    .toHaveTextContent('AWS Foundations · Certificate of completion')
  await page.getByLabelText('Name on the certificate').fill('Mara Kuusk')
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  await expect.poll(path).toBe(`/certificates/${id}`)
  expect(inputsOf('generateCertificate')).toEqual([
    { course_id: 'aws', generateCertificatePayload: { name: 'Mara Kuusk', type: 'required' } },
  ])
})

test('a valid certificate can be added to a profile and shared, and its page shows a code and its name', async () => {
  const answers = {
    getCertificate: certificate(),
    listMyCertificates: [certificate()],
    listMyCorrections: [],
    listCertificateOptions: [],
    listEarnedCertificates: [],
  }
  await open('/certificates', { as: sessionOf(), answers })
  const add = page.getByRole('link', { name: 'Add to LinkedIn' })
  await expect.element(add).toBeVisible()
  const filled = new URL((add.element() as HTMLAnchorElement).href).searchParams
  expect(Object.fromEntries(filled)).toMatchObject({
    name: 'AWS Foundations',
    certId: id,
    certUrl: certificate().url,
    issueYear: '2026',
    issueMonth: '11',
    expirationYear: '2028',
  })
  await page.getByRole('link', { name: 'AWS Foundations' }).click()
  await expect
    .element(page.getByRole('link', { name: 'Share on LinkedIn' }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent(certificate().url)))
  await expect.element(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  expect(document.title).toBe('Zażółć gęślą jaźń: AWS Foundations · Flagyard')
})

test('the buttons of a certificate are in one row and equally high', async () => {
  await open(`/certificates/${id}`, { answers: { getCertificate: certificate() } })
  await expect.element(page.getByRole('link', { name: 'Download the PDF' })).toBeVisible()
  const row = [
    page.getByRole('link', { name: 'Download the PDF' }),
    page.getByRole('button', { name: 'Copy the link' }),
    page.getByRole('link', { name: 'Share on LinkedIn' }),
  ]
  expect(new Set(row.map((button) => button.element().getBoundingClientRect().height)).size).toBe(1)
})

test('somebody whose name is misspelt asks for the right one, and sees that it waits', async () => {
  const asked = {
    ...{ certificate_id: id, name: 'Zażółć Gęślą', reason: 'A letter is wrong', state: 'open' as const },
    ...{ answer: null, created_at: '2026-11-22T10:00:00.000Z', decided_at: null },
  }
  const mine: (typeof asked)[] = []
  const { inputsOf } = await open('/certificates', {
    as: sessionOf(),
    answers: {
      listMyCertificates: [certificate()],
      listEarnedCertificates: [],
      listMyCorrections: () => mine,
      listCertificateOptions: [],
      requestCertificateCorrection: () => {
        mine.push(asked)
        return asked
      },
    },
  })
  await page.getByRole('button', { name: 'Request a correction' }).click()
  await page.getByRole('textbox', { name: 'Correct name' }).fill('Zażółć Gęślą')
  await page.getByRole('textbox', { name: 'Reason' }).fill('A letter is wrong')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect.element(page.getByText(/On 22 November 2026 you asked for “Zażółć Gęślą”/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Request a correction' })).not.toBeInTheDocument()
  expect(inputsOf('requestCertificateCorrection')).toMatchObject([
    { certificateCorrectionPayload: { name: 'Zażółć Gęślą', reason: 'A letter is wrong' } },
  ])
})

const options = (changes: Partial<CertificateOptions> = {}): CertificateOptions => ({
  certificate_id: id,
  hide_name: false,
  hide_points: false,
  has_record: true,
  renewed_at: null,
  renewal: null,
  ...changes,
})
const mine = (changes: Partial<CertificateOptions>, state: Certificate['state'] = 'valid') => ({
  as: sessionOf(),
  answers: {
    listMyCertificates: [certificate({ type: 'arte', points: 85, state })],
    listMyCorrections: [],
    listEarnedCertificates: [],
    listCertificateOptions: [options(changes)],
  },
})

test('a holder hides the name and downloads as much of the exam record as they want to share', async () => {
  const { answers, ...session } = mine({})
  const { inputsOf } = await open('/certificates', {
    ...session,
    answers: {
      ...answers,
      updateCertificateSharing: options({ hide_name: true }),
      downloadExamRecord: Response.json({}),
    },
  })
  await page.getByRole('button', { name: 'Sharing' }).click()
  await page.getByRole('button', { name: 'Band of my points' }).click()
  await expect.poll(() => inputsOf('downloadExamRecord')).toEqual([{ id, level: 'band' }])
  await page.getByRole('checkbox', { name: 'Hide my name' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Your settings are saved.')).toBeVisible()
  expect(inputsOf('updateCertificateSharing')).toEqual([
    { id, certificateSharing: { hide_name: true, hide_points: false } },
  ])
})

const from = '2028-09-22T10:00:00.000Z'
test.each([
  [
    'before it can be renewed',
    { from, is_open: false, exam: 'expert', course: null },
    /renew it from 22 September 2028/,
  ],
  [
    'by its exam',
    { from, is_open: true, exam: 'expert', course: null },
    /^It expires soon. Take the exam again to renew it/,
  ],
  [
    'by a refresher course',
    { from, is_open: true, exam: null, course: { slug: 'new', title: 'AWS 2028' } },
    /^It expires soon. Complete AWS 2028 to renew it/,
  ],
] as const)('a certificate that expires says how to renew it: %s', async (_when, renewal, words) => {
  await open('/certificates', mine({ renewal: { ...renewal } }))
  await expect.element(page.getByText(words)).toBeVisible()
})

test('a page whose holder hides the name says so, and offers the programs that check an exam record', async () => {
  await open(`/certificates/${id}`, { answers: { getCertificate: certificate({ name: null, type: 'arte' }) } })
  await expect.element(page.getByText('Name hidden by its holder')).toBeVisible()
  await page.getByText('How to check it without us').click()
  expect(page.getByRole('link', { name: 'checking page' }).element()).toHaveAttribute('href', '/verify-record.html')
  expect(document.title).toBe('AWS Foundations · Flagyard')
})
