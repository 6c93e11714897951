import { ApiError } from '@flagyard/api-types'
import { expect, test, vi } from 'vitest'
import { banner } from '../../../test/answers.ts'
import { openAdmin } from '../../../test/openAdmin.tsx'
import { instantOf, localMinute } from '../../lib/local-minute.ts'

const { id } = banner()

test('filters banners by state, and opens the form of a new one', async () => {
  const { getByRole, inputsOf, path } = await openAdmin('/admin/banners', {
    answers: { listBannersForAdmin: [banner()] },
  })
  await expect.element(getByRole('link', { name: 'Meet us at the conference' })).toBeVisible()
  await getByRole('button', { name: 'Planned' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('listBannersForAdmin').at(-1)).toMatchObject({ filter: '{"state":"planned"}' }),
  )
  await getByRole('link', { name: 'New banner' }).click()
  expect(path()).toBe('/admin/banners/create')
})

test('previews the unsaved banner with the learner app’s pop-up', async () => {
  const { getByRole } = await openAdmin('/admin/banners/create')
  await getByRole('textbox', { name: 'Message' }).fill('Free labs on Friday')
  await getByRole('textbox', { name: 'Link' }).fill('/courses')
  await getByRole('button', { name: 'Preview' }).click()
  const popup = getByRole('dialog', { name: 'Announcement' })
  await expect.element(popup.getByText('Free labs on Friday')).toBeVisible()
  await expect.element(popup.getByRole('link', { name: /^Read more/ })).toHaveAttribute('href', '/courses')
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect.element(popup).not.toBeInTheDocument()
})

test('creates a banner, and shows an error at its field', async () => {
  let refuse = true
  const { getByRole, getByText, inputsOf, path } = await openAdmin('/admin/banners/create', {
    answers: {
      createBanner: () => {
        if (refuse)
          throw new ApiError('invalid', 'Please look again at: link.', {
            errors: [{ field: 'link', message: 'Use an address that begins with https://' }],
          })
        return banner()
      },
      listBannersForAdmin: [banner()],
    },
  })
  await getByRole('textbox', { name: 'Message' }).fill('Hello')
  await getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)')
  await getByRole('button', { name: 'Save' }).click()
  await expect.element(getByText('Use an address that begins with https://')).toBeVisible()
  await expect.element(getByRole('textbox', { name: 'Link' })).toHaveFocus()
  refuse = false
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/banners'))
  await expect.element(getByText('Banner saved')).toBeVisible()
  expect(inputsOf('createBanner').at(-1)).toEqual({
    bannerInput: {
      content: 'Hello',
      link: 'javascript:alert(1)',
      active: true,
      position: 0,
      shows_from: null,
      shows_until: null,
    },
  })
})

test('sends only changed fields, and preserves the seconds of an unchanged time', async () => {
  const { getByRole, inputsOf } = await openAdmin(`/admin/banners/${id}`, {
    answers: { getBanner: banner({ shows_from: '2026-05-01T08:30:15.000Z' }), updateBanner: banner({ version: 5 }) },
  })
  await getByRole('textbox', { name: 'Message' }).fill('Changed')
  await getByRole('button', { name: 'Save' }).click()
  await vi.waitFor(() =>
    expect(inputsOf('updateBanner')).toEqual([{ id, bannerEdit: { version: 4, content: 'Changed' } }]),
  )
})

test('restores a removed banner immediately, or later from the list of removed ones', async () => {
  const removed = banner({ state: 'removed', allowed: ['restore'] })
  const { getByRole, inputsOf, path } = await openAdmin(`/admin/banners/${id}`, {
    answers: {
      getBanner: banner(),
      deleteBanner: null,
      restoreBanner: banner(),
      listBannersForAdmin: ({ filter = '{}' }: { filter?: string }) =>
        JSON.parse(filter).state === 'removed' ? [removed] : [],
    },
  })
  await getByRole('button', { name: 'Remove' }).click()
  await vi.waitFor(() => expect(path()).toBe('/admin/banners'))
  expect(inputsOf('deleteBanner')).toEqual([{ id }])
  await getByRole('button', { name: 'Undo' }).click()
  await vi.waitFor(() => expect(inputsOf('restoreBanner')).toEqual([{ id }]))
  await getByRole('button', { name: 'Removed' }).click()
  await expect.element(getByRole('link', { name: 'Meet us at the conference' })).toBeVisible()
})

test('a removed banner can only be restored', async () => {
  let stored = banner({ state: 'removed', allowed: ['restore'] })
  const { getByRole } = await openAdmin(`/admin/banners/${id}`, {
    answers: {
      getBanner: () => stored,
      restoreBanner: () => {
        stored = banner()
        return stored
      },
    },
  })
  await expect.element(getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  await getByRole('button', { name: 'Restore' }).click()
  await expect.element(getByRole('button', { name: 'Save' })).toBeVisible()
})

test('names a banner by its message without bold markers', async () => {
  const { getByRole } = await openAdmin(`/admin/banners/${id}`, {
    answers: { getBanner: banner({ content: 'Meet **us** at the conference' }) },
  })
  await expect.element(getByRole('heading', { level: 1, name: 'Meet us at the conference' })).toBeVisible()
})

test('shows a read-only banner without the capability', async () => {
  const { getByText, getByRole } = await openAdmin(`/admin/banners/${id}`, {
    answers: { getBanner: banner({ allowed: [] }) },
  })
  await expect.element(getByText('/courses')).toBeVisible()
  await expect.element(getByRole('button', { name: 'Save' })).not.toBeInTheDocument()
})

test('converts times to and from the browser’s time zone', () => {
  const at = '2026-05-01T08:30:00.000Z'
  expect(instantOf(localMinute(at))).toBe(at)
  expect(instantOf('')).toBeNull()
  expect(localMinute(null)).toBe('')
})
