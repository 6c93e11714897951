import { createStore, type Store } from './store.ts'

export type Theme = 'light' | 'dark'

/** Local storage: `dark` or `light`. The key is published. */
export const THEME_KEY = 'theme'

const writableTheme = createStore<Theme>('light')
const writableChoice = createStore<Theme | null>(null)

/** The theme that is shown now. */
export const themeStore: Store<Theme> = writableTheme

/** The user's choice, or null while the system's preference applies. */
export const themeChoiceStore: Store<Theme | null> = writableChoice

/** The user's choice as it is saved, or null when the system's preference applies. */
export function chosenTheme(): Theme | null {
  const value = readStorage()
  return value === 'dark' || value === 'light' ? value : null
}

/** Shows a theme from now on; null follows the system again. */
export function chooseTheme(theme: Theme | null): void {
  try {
    if (theme) localStorage.setItem(THEME_KEY, theme)
    else localStorage.removeItem(THEME_KEY)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  applyChoice(theme)
}

/**
 * Shows the chosen theme, else the system's, and follows both: a choice made in another tab, and the system's preference
 * while nothing is chosen. Returns a function that stops it.
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
  writableTheme.set(theme)
  writableChoice.set(choice)
}

const darkPreference = () => matchMedia('(prefers-color-scheme: dark)')

function readStorage(): string | null {
  try {
    return localStorage.getItem(THEME_KEY)
  } catch {
    return null
  }
}
