import { chooseTheme, type Theme, themeAtom } from '@flagyard/ui/theme'
import { getDefaultStore } from 'jotai/vanilla'
import { memoryStore, type Store } from 'react-admin'

/**
 * react-admin's store (selections, columns, recent searches), kept in memory, so that the next administrator to use this browser sees none
 * of it. Exceptions: the theme, shared with the learner app, and saved filters, stored under the account's name. List filters live only in
 * the address, so that Back, links and the menu work as expected.
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
