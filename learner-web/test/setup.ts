import '@flagyard/ui/base.css'
import { legalPageNames } from '@flagyard/api-types/legal/pages'
import { getDefaultStore } from 'jotai/vanilla'
import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { playerSettingsAtom, settingsOf } from '../src/features/progress/player/settings.ts'
import { visitorProgressAtom } from '../src/features/progress/visitor-progress.ts'
import { shellModeAtom } from '../src/features/shell/shell-mode.ts'
import { letterKeysAtom } from '../src/shell/LetterKeys.tsx'
import { toasts } from '../src/shell/toasts.ts'
import { setOffers } from './legal.ts'
import { setVat } from './vat.ts'

// The files of a run share a page, with what its memory holds.
beforeEach(async () => {
  if (innerWidth !== 414 || innerHeight !== 896) await page.viewport(414, 896)
  setVat('included')
  setOffers(...legalPageNames, 'free-lesson')
  const store = getDefaultStore()
  store.set(playerSettingsAtom, settingsOf(null))
  store.set(visitorProgressAtom, [])
  store.set(shellModeAtom, 'terminal')
  store.set(letterKeysAtom, true)
  // A toast covers what is below it for eight seconds.
  for (const { id } of store.get(toasts.atom)) toasts.close(id)
  localStorage.clear()
  sessionStorage.clear()
})

declare module 'vitest/browser' {
  interface BrowserCommands {
    preferMotion: (motion: 'reduce' | 'no-preference') => Promise<void>
  }
}
