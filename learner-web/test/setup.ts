import '@flagyard/ui/base.css'
import { beforeEach } from 'vitest'
import { setVat } from './vat.ts'

beforeEach(() => {
  setVat('included')
  localStorage.clear()
  sessionStorage.clear()
})

declare module 'vitest/browser' {
  interface BrowserCommands {
    preferMotion: (motion: 'reduce' | 'no-preference') => Promise<void>
  }
}
