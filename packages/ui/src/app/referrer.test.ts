import { expect, test, vi } from 'vitest'
import { REFERRER_SECONDS, savedReferrer, saveReferrer } from './referrer.ts'

test('the referrer of the address is saved in the cookie referrer for six hours', () => {
  const written = vi.spyOn(Document.prototype, 'cookie', 'set')
  saveReferrer('?referrer=partner%20one&x=1')
  expect(savedReferrer()).toBe('partner one')
  expect(REFERRER_SECONDS).toBe(21_600)
  expect(written.mock.calls[0]?.[0]).toContain('; Max-Age=21600;')
  written.mockRestore()
})

test('an address without a referrer does not change the saved one', () => {
  saveReferrer('?referrer=first')
  saveReferrer('?other=second')
  expect(savedReferrer()).toBe('first')
})

test('a referrer cannot smuggle in another cookie', () => {
  saveReferrer('?referrer=a%3B%20CookieConsent%3Dtrue')
  expect(savedReferrer()).toBe('a; CookieConsent=true')
  expect(document.cookie).not.toContain('CookieConsent=')
})
