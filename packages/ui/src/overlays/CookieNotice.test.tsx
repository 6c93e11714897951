import { getDefaultStore } from 'jotai/vanilla'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { acceptCookies, CONSENT_DAYS, consentAtom, readConsent } from '../app/consent.ts'
import { CookieNotice } from './CookieNotice.tsx'

test('the cookie notice says exactly the published words, with its link and its button', async () => {
  let accepted = 0
  await render(
    <CookieNotice
      onAccept={() => {
        accepted += 1
      }}
    />,
  )
  const words = 'We use cookies to enhance the user experience. By using our website you agree to our use of cookies.'
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Learn more', exact: true })).toHaveAttribute('href', '/privacy')
  await page.getByRole('button', { name: 'I understand', exact: true }).click()
  expect(accepted).toBe(1)
})

test('accepting stores CookieConsent=true for 365 days', () => {
  const written = vi.spyOn(Document.prototype, 'cookie', 'set')
  acceptCookies()
  expect(document.cookie).toContain('CookieConsent=true')
  expect(CONSENT_DAYS).toBe(365)
  expect(written.mock.calls[0]?.[0]).toContain(`; Max-Age=${365 * 24 * 60 * 60};`)
  written.mockRestore()
})

test('the notice shows only while the consent cookie is absent, whatever value it has', () => {
  readConsent()
  expect(getDefaultStore().get(consentAtom)).toBe(false)
  // biome-ignore lint/suspicious/noDocumentCookie: the published value false counts as an answer too.
  document.cookie = 'CookieConsent=false; Path=/'
  readConsent()
  expect(getDefaultStore().get(consentAtom)).toBe(true)
})
