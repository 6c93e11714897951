import { chooseTheme, type Theme, themeAtom } from '@flagyard/ui/theme'
import { getDefaultStore } from 'jotai/vanilla'
import { memoryStore, type Store } from 'react-admin'

/**
 * What react-admin remembers (selections, columns, recent searches) lasts as long as the page: another administrator may be next at this
 * browser, and sees none of it. Two things stay: the theme, which is shared with the learner's site, and the filters that an administrator
 * saved, each under the account's own name. By what a list is filtered stands in its address and nowhere else, so that Back, a link and the
 * menu each show what they say.
 */
export function createStore(accountOf: () => string | undefined, remembered: Store = memoryStore()): Store {
  const savedUnder = (key: string) => (key.endsWith('.savedQueries') ? `${key} of ${accountOf()}` : undefined)
  return {
    ...remembered,
    getItem: (key, fallback) => {
      if (key === 'theme') return theme() as typeof fallback
      if (isListParams(key)) return fallback
      const saved = savedUnder(key)
      return remembered.getItem(key, saved ? readSaved(saved, fallback) : fallback)
    },
    setItem: (key, value) => {
      if (key === 'theme') return chooseTheme(value as Theme)
      if (isListParams(key)) return
      const saved = savedUnder(key)
      if (saved) localStorage.setItem(saved, JSON.stringify(value))
      remembered.setItem(key, value)
    },
    removeItem: (key) => (key === 'theme' ? undefined : remembered.removeItem(key)),
    subscribe: (key, callback) =>
      key === 'theme' ? getDefaultStore().sub(themeAtom, () => callback(theme())) : remembered.subscribe(key, callback),
  }
}

const theme = () => getDefaultStore().get(themeAtom)

const isListParams = (key: string) => key.endsWith('.listParams')

function readSaved<T>(key: string, fallback: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? fallback
  } catch {
    return fallback
  }
}
