import { chooseTheme, type Theme, themeStore } from '@flagyard/ui/theme'
import { memoryStore, type Store } from 'react-admin'

/**
 * What react-admin remembers (filters, selections, recent searches) lasts as long as the page: another administrator may be next at
 * this browser, and sees none of it. The theme alone is kept: it is shared with the learner's site and outlives a sign-out.
 */
export function createStore(remembered: Store = memoryStore()): Store {
  return {
    ...remembered,
    getItem: (key, fallback) =>
      key === 'theme' ? (themeStore.get() as typeof fallback) : remembered.getItem(key, fallback),
    setItem: (key, value) => (key === 'theme' ? chooseTheme(value as Theme) : remembered.setItem(key, value)),
    removeItem: (key) => (key === 'theme' ? undefined : remembered.removeItem(key)),
    subscribe: (key, callback) =>
      key === 'theme' ? themeStore.subscribe(() => callback(themeStore.get())) : remembered.subscribe(key, callback),
  }
}
