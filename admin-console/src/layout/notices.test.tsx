import { acceptCookies, readConsent } from '@flagyard/ui/consent'
import { expect, test, vi } from 'vitest'
import { openAdmin } from '../../test/openAdmin.tsx'

const noOne = { listUsers: [], listBanners: [] }

test('shows the cookie notice at the bottom without covering content', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the test removes what an earlier test has accepted.
  document.cookie = 'CookieConsent=; Max-Age=0; Path=/'
  readConsent()
  const { getByRole } = await openAdmin('/admin/users', { answers: noOne })
  const notice = getByRole('region', { name: 'Cookies' })
  await expect.element(notice.getByRole('link', { name: 'Learn more' })).toHaveAttribute('href', '/privacy')
  await expect.element(getByRole('heading', { name: 'Users' })).toBeVisible()
  const { top, bottom } = notice.element().getBoundingClientRect()
  expect(Math.round(bottom)).toBe(innerHeight)
  const covered = [...document.querySelectorAll('main button, header button')].filter(
    (one) => !notice.element().contains(one) && one.getBoundingClientRect().bottom > top,
  )
  expect(covered).toEqual([])
  await getByRole('button', { name: 'I understand' }).click()
  await expect.element(notice).not.toBeInTheDocument()
  expect(document.cookie).toContain('CookieConsent=true')
})

test('shows site banners above every screen until they are closed', async () => {
  acceptCookies()
  const banner = { id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', link: null, content: 'We move on Sunday' }
  const list = await openAdmin('/admin/users', { answers: { listUsers: [], listBanners: [banner] } })
  const shown = list.getByRole('dialog', { name: 'Announcement' })
  await expect.element(shown).toBeVisible()
  const heading = list.getByRole('heading', { name: 'Users' })
  await expect.element(heading).toBeVisible()
  expect(shown.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    heading.element().getBoundingClientRect().top,
  )
  expect(getComputedStyle(shown.element()).position).toBe('static')
  await list.unmount()
  const { getByRole } = await openAdmin('/admin', { answers: { listBanners: [banner] } })
  await getByRole('dialog', { name: 'Announcement' }).getByRole('checkbox', { name: "Don't show again" }).click()
  await getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(getByRole('dialog', { name: 'Announcement' })).not.toBeInTheDocument()
  expect(localStorage.getItem('dismissed_banners')).toContain(banner.id)
})

test('notifications do not cover the account menu', async () => {
  const { getByText } = await openAdmin('/admin/users?filter=%7B%22nobody%22%3A1%7D', { answers: noOne })
  const said = getByText('This list cannot be filtered by nobody, so those filters were removed.')
  await expect.element(said).toBeVisible()
  const bar = document.querySelector('header')?.getBoundingClientRect()
  await vi.waitFor(() => expect(said.element().getBoundingClientRect().top).toBeGreaterThan(bar?.bottom ?? 0))
})
