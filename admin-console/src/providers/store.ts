import { chooseTheme, type Theme, themeStore } from '@flagyard/ui/theme'
import { localStorageStore, type Store } from 'react-admin'

/** react-admin's preferences, with `theme` kept apart: it is shared with the other app and outlives a sign-out. */
export function createPreferences(kept: Store = localStorageStore('1', 'Flagyard')): Store {
  return {
    ...kept,
    getItem: (key, fallback) => (key === 'theme' ? (themeStore.get() as never) : kept.getItem(key, fallback)),
    setItem: (key, value) => (key === 'theme' ? chooseTheme(value as Theme) : kept.setItem(key, value)),
    removeItem: (key) => (key === 'theme' ? undefined : kept.removeItem(key)),
    subscribe: (key, callback) =>
      key === 'theme' ? themeStore.subscribe(() => callback(themeStore.get())) : kept.subscribe(key, callback),
  }
}
