import '../src/styles/base.css'
import { beforeEach } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const name of ['CookieConsent', 'referrer']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the test clears what the code under test wrote.
    document.cookie = `${name}=; Max-Age=0; Path=/`
  }
})

declare module 'vitest/browser' {
  interface BrowserCommands {
    preferScheme: (scheme: 'light' | 'dark') => Promise<void>
  }
}
