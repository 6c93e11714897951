import { chooseTheme, type Theme, themeStore } from '@flagyard/ui/theme'
import { memoryStore, type Store } from 'react-admin'

/**
 * What react-admin remembers (selections, columns, recent searches) lasts as long as the page: another administrator may be next at this
 * browser, and sees none of it. The theme alone is kept: it is shared with the learner's site and outlives a sign-out. By what a list is
 * filtered stands in its address and nowhere else, so that Back, a link and the menu each show what they say.
 */
export function createStore(remembered: Store = memoryStore()): Store {
  return {
    ...remembered,
    getItem: (key, fallback) =>
      key === 'theme'
        ? (themeStore.get() as typeof fallback)
        : isListParams(key)
          ? fallback
          : remembered.getItem(key, fallback),
    setItem: (key, value) =>
      key === 'theme' ? chooseTheme(value as Theme) : isListParams(key) ? undefined : remembered.setItem(key, value),
    removeItem: (key) => (key === 'theme' ? undefined : remembered.removeItem(key)),
    subscribe: (key, callback) =>
      key === 'theme' ? themeStore.subscribe(() => callback(themeStore.get())) : remembered.subscribe(key, callback),
  }
}

const isListParams = (key: string) => key.endsWith('.listParams')
