import { createStore, type Store } from './store.ts'

export type Theme = 'light' | 'dark'

/** Local storage: `dark` or `light`. The key is published. */
export const THEME_KEY = 'theme'

const writableTheme = createStore<Theme>('light')

/** The theme that is shown now. */
export const themeStore: Store<Theme> = writableTheme

/** The user's choice, or null when the system's preference applies. */
export function chosenTheme(): Theme | null {
  const value = readStorage()
  return value === 'dark' || value === 'light' ? value : null
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  applyTheme(theme)
}

/**
 * Shows the chosen theme, else the system's, and follows both: a choice made in another tab, and the system's preference
 * while nothing is chosen. Returns a function that stops it.
 */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const update = () => applyTheme(chosenTheme() ?? (system.matches ? 'dark' : 'light'))
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

function applyTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme
  writableTheme.set(theme)
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(THEME_KEY)
  } catch {
    return null
  }
}
