import { atom, getDefaultStore } from 'jotai/vanilla'
import { readStored, writeStored } from './storage.ts'

export type Theme = 'light' | 'dark'

/** Local storage key: `dark` or `light`. The key is published. */
export const THEME_KEY = 'theme'

/** The theme shown now. */
export const themeAtom = atom<Theme>('light')

/** The user's choice, or null while the system's preference applies. */
export const themeChoiceAtom = atom<Theme | null>(null)

/** The user's saved choice, or null if the system's preference applies. */
export function chosenTheme(): Theme | null {
  const value = readStored(THEME_KEY)
  return value === 'dark' || value === 'light' ? value : null
}

/** Sets the theme; null follows the system again. */
export function chooseTheme(theme: Theme | null): void {
  writeStored(THEME_KEY, theme)
  applyChoice(theme)
}

/**
 * Applies the chosen theme, else the system's, and follows changes to either: a choice made in another tab, or the system's preference while nothing
 * is chosen. Returns a function that stops it.
 */
export function followTheme(): () => void {
  const system = darkPreference()
  const update = () => applyChoice(chosenTheme())
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY || event.key === null) update()
  }
  update()
  system.addEventListener('change', update)
  addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', update)
    removeEventListener('storage', onStorage)
  }
}

function applyChoice(choice: Theme | null) {
  const theme = choice ?? (darkPreference().matches ? 'dark' : 'light')
  document.documentElement.dataset.theme = theme
  getDefaultStore().set(themeAtom, theme)
  getDefaultStore().set(themeChoiceAtom, choice)
}

const darkPreference = () => matchMedia('(prefers-color-scheme: dark)')
