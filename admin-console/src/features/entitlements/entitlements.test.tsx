import { ApiError, type Entitlement, type EntitlementOutcome } from '@flagyard/api-types'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ago, userRecord } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'

const entitlement = (changes: Partial<Entitlement> = {}): Entitlement => ({
  id: '00000000-0000-4000-8000-0000000000e1',
  username: 'mara',
  full_name: 'Mara Kowal',
  kind: 'course',
  slug: 'first-steps',
  title: 'First steps',
  source: 'purchase',
  state: 'open',
  reason: null,
  starts_at: ago(9),
  ends_at: ago(-20),
  created_at: ago(9),
  restore_until: null,
  version: 3,
  allowed: ['extend', 'suspend', 'revoke', 'move'],
  ...changes,
})
const outcome = (items: EntitlementOutcome['items'], preview = 'seen'): EntitlementOutcome => ({
  state: 'open',
  ends_at: null,
  items,
  preview,
  restore_until: null,
})
const choices = {
  listCourseChoices: [{ id: 'c1', slug: 'first-steps', title: 'First steps', status: 'published' }],
  listLabChoices: [],
  listExamChoices: [],
}
const getUser = { ...userRecord('mara'), allowed: ['grant' as const] }

test('grants missing access from its explanation, with a reason', async () => {
  const { getByRole, inputsOf } = await openAdmin('/admin/users/mara/entitlements', {
    answers: {
      getUser,
      ...choices,
      listEntitlements: [],
      explainAccess: {
        granted: false,
        rule: 'not_entitled',
        message: 'You do not have this course yet.',
        ends_at: null,
        pending: [
          { resource: 'orders', id: '00000000-0000-4000-8000-000000000077', what: 'Order FY-1 is not paid yet' },
        ],
        lessons: [],
      },
      grantEntitlement: outcome([{ what: '2 notes', fate: 'opens' }]),
    },
  })
  await getByRole('combobox', { name: 'Check access' }).click()
  await getByRole('option', { name: 'Course: First steps' }).click()
  await getByRole('button', { name: 'Grant missing access…' }).click()
  await getByRole('combobox', { name: 'Duration' }).click()
  await getByRole('option', { name: 'Number of days' }).click()
  await expect.element(getByRole('button', { name: 'Grant access', exact: true })).toBeDisabled()
  await getByRole('spinbutton', { name: /^Days/ }).fill('14')
  await expect.element(page.getByText('Access without an end date.')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Restored' }).getByText('2 notes')).toBeVisible()
  await getByRole('textbox', { name: /^Reason/ }).fill('Bought with another account')
  await getByRole('button', { name: 'Grant access', exact: true }).click()
  await expect.element(page.getByText('Access granted. The learner was notified')).toBeVisible()
  const reason = 'Bought with another account'
  expect(inputsOf('grantEntitlement').at(-1)).toEqual({
    username: 'mara',
    entitlementGrant: { kind: 'course', slug: 'first-steps', days: 14, reason, preview: 'seen' },
  })
})

test('previews a resumed or restored entitlement, and sends the preview’s token', async () => {
  const rows = [
    entitlement({ state: 'suspended', allowed: ['resume'] }),
    entitlement({ id: '00000000-0000-4000-8000-0000000000e2', title: 'Next steps', allowed: ['restore'] }),
  ]
  const { getByRole, inputsOf } = await openAdmin('/admin/entitlements', {
    answers: {
      listEntitlements: rows,
      resumeEntitlement: { ...outcome([{ what: '2 notes', fate: 'opens' }]), ends_at: ago(20), state: 'ended' },
      restoreEntitlement: { ...outcome([]), state: 'suspended' },
    },
  })
  await getByRole('button', { name: 'Change access of mara to First steps' }).click()
  await getByRole('menuitem', { name: 'Resume…' }).click()
  await expect.element(page.getByText(/so there is no access until you extend it/)).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Restored' }).getByText('2 notes')).toBeVisible()
  await getByRole('textbox', { name: /^Reason/ }).fill('Paid after all')
  await getByRole('button', { name: 'Resume access' }).click()
  await expect.element(page.getByText('Access resumed. The learner was notified')).toBeVisible()
  expect(inputsOf('resumeEntitlement').at(-1)).toMatchObject({
    entitlementChange: { version: 3, reason: 'Paid after all', preview: 'seen' },
  })
  await getByRole('button', { name: 'Change access of mara to Next steps' }).click()
  await getByRole('menuitem', { name: 'Undo the revocation…' }).click()
  await expect.element(page.getByText('No access yet. State: Suspended.')).toBeVisible()
  await getByRole('textbox', { name: /^Reason/ }).fill('The wrong row')
  await getByRole('button', { name: 'Restore access' }).click()
  await expect.element(page.getByText('Access restored. The learner was notified')).toBeVisible()
  expect(inputsOf('restoreEntitlement').at(-1)).toMatchObject({ entitlementChange: { preview: 'seen' } })
})

test('previews a revocation, and repeats the preview after an error', async () => {
  let asked = 0
  const { getByRole, inputsOf } = await openAdmin('/admin/entitlements', {
    answers: {
      listEntitlements: [entitlement()],
      revokeEntitlement: ({ entitlementRevocation: { dry_run } }: { entitlementRevocation: { dry_run?: boolean } }) => {
        if (dry_run)
          return outcome(
            [
              { what: 'Running lab: s3', fate: 'ends' },
              { what: '2 notes', fate: 'stays' },
            ],
            `seen ${asked}`,
          )
        asked += 1
        if (asked === 1) throw new ApiError('stale_version', 'What belongs to this has changed since you looked.')
        return outcome([])
      },
    },
  })
  await getByRole('button', { name: 'Change access of mara to First steps' }).click()
  await getByRole('menuitem', { name: 'Revoke…' }).click()
  await expect.element(page.getByRole('region', { name: 'Ends' }).getByText('Running lab: s3')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Unchanged' }).getByText('2 notes')).toBeVisible()
  await getByRole('textbox', { name: /^Reason/ }).fill('Left the employer')
  await getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(page.getByText('What belongs to this has changed since you looked.')).toBeVisible()
  await getByRole('button', { name: 'Revoke access' }).click()
  await expect.element(page.getByText('Access revoked. The learner was notified.', { exact: false })).toBeVisible()
  expect(inputsOf('revokeEntitlement').at(-1)).toMatchObject({
    entitlementRevocation: { version: 3, reason: 'Left the employer', preview: 'seen 1', end_running: true },
  })
})

test('explains why an entitlement cannot move, or previews what moves', async () => {
  const { getByRole, getByLabelText, inputsOf } = await openAdmin('/admin/entitlements', {
    answers: {
      listEntitlements: [entitlement()],
      moveEntitlement: ({ entitlementMove: { to } }: { entitlementMove: { to: string } }) => {
        if (to === 'otto') throw new ApiError('conflict', 'otto already has “First steps”. Nothing was moved.')
        return outcome([{ what: '2 notes', fate: 'moves' }])
      },
    },
  })
  await getByRole('button', { name: 'Change access of mara to First steps' }).click()
  await getByRole('menuitem', { name: 'Move to another account…' }).click()
  await getByLabelText('Username or e-mail address of the other account').fill('otto')
  await expect.element(page.getByText('otto already has “First steps”. Nothing was moved.')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Move access' })).toBeDisabled()
  await getByLabelText('Username or e-mail address of the other account').fill('mara-w')
  await expect.element(page.getByRole('region', { name: 'Moves' }).getByText('2 notes')).toBeVisible()
  await getByRole('textbox', { name: /^Reason/ }).fill('Bought with the wrong account')
  await getByRole('button', { name: 'Move access' }).click()
  await expect.element(page.getByText('Access moved. Both accounts were notified')).toBeVisible()
  expect(inputsOf('moveEntitlement').at(-1)).toMatchObject({ entitlementMove: { to: 'mara-w', preview: 'seen' } })
})

test('hides the actions of a row that are not allowed', async () => {
  const { getByRole } = await openAdmin('/admin/entitlements', {
    answers: { listEntitlements: [entitlement({ allowed: [] })] },
  })
  await expect.element(getByRole('link', { name: 'mara' })).toBeVisible()
  expect(page.getByRole('button', { name: /Change access/ }).elements()).toHaveLength(0)
})

test('on a user’s page, bulk actions only apply to selected rows', async () => {
  const other = entitlement({ id: '00000000-0000-4000-8000-0000000000e2', title: 'Next steps' })
  const { getByRole } = await openAdmin('/admin/users/mara/entitlements', {
    answers: { getUser, ...choices, listEntitlements: [entitlement(), other] },
  })
  await getByRole('checkbox', { name: 'Select row' }).first().click()
  await expect.element(page.getByText('1 entitlement selected')).toBeVisible()
  expect(page.getByRole('button', { name: /that match/ }).elements()).toHaveLength(0)
})

test('on a phone, shows the kind of a product next to its title', async () => {
  await page.viewport(390, 844)
  await openAdmin('/admin/users/mara/entitlements', {
    answers: { getUser, ...choices, listEntitlements: [entitlement({ title: 'IAM' })] },
  })
  const link = page.getByRole('listitem').getByRole('link', { name: 'IAM' })
  const kind = page.getByText(/^Course ·/)
  await expect.element(link).toBeVisible()
  const [words, title] = [kind, link].map((one) => one.element().getBoundingClientRect())
  expect(title!.left - words!.left).toBeLessThan(100)
})

test('shows a second factor, and schedules its removal with proof of identity', async () => {
  const factor = {
    factors: [
      { id: entitlement().id, kind: 'passkey' as const, name: 'Old phone', since: ago(90), last_used_at: ago(30) },
    ],
    recovery_codes_left: 2,
    removal: null,
    allowed: ['remove' as const],
  }
  const removal = { due_at: ago(-1), created_at: ago(0), asked_by: 'admin', reason: 'Showed a passport' }
  let isAsked = false
  const { getByRole, getByLabelText, getByText, inputsOf } = await openAdmin('/admin/users/mara', {
    answers: {
      getUser,
      getMySecondFactor: { totp: null, passkeys: [], recovery_codes_left: 0, required: false },
      getUserSecondFactor: () => (isAsked ? { ...factor, removal, allowed: ['cancel'] } : factor),
      askFactorRemoval: () => {
        isAsked = true
        return { ...factor, removal, allowed: ['cancel'] }
      },
    },
  })
  await expect.element(getByText('Passkey “Old phone”')).toBeVisible()
  await getByRole('button', { name: 'Remove…' }).click()
  await getByRole('textbox', { name: /^How was identity verified/ }).fill('Showed a passport')
  await getByLabelText('Your password, to remove the second factor').fill('correct horse')
  await getByRole('button', { name: 'Remove in 24 hours' }).click()
  await expect.element(getByText('Removal pending')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Cancel removal' })).toBeVisible()
  expect(inputsOf('askFactorRemoval')).toEqual([
    { username: 'mara', factorRemovalPayload: { reason: 'Showed a passport', current_password: 'correct horse' } },
  ])
})
