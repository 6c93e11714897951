import { atom, getDefaultStore } from 'jotai/vanilla'

/** Whether the browser reports a connection. */
export const onlineAtom = atom(navigator.onLine)

const update = () => getDefaultStore().set(onlineAtom, navigator.onLine)
addEventListener('online', update)
addEventListener('offline', update)

/** Forms whose input would be lost on a reload, each with a function that saves it. Separate from form-drafts.ts, which only pages with forms load. */
export const unsavedFormsAtom = atom<ReadonlyMap<HTMLFormElement, () => void>>(new Map())

const unsaved = () => getDefaultStore().get(unsavedFormsAtom)

export const hasUnsavedInput = (): boolean => unsaved().size > 0

/** Call this before the page reloads. */
export function keepUnsavedInput(): void {
  for (const keep of unsaved().values()) keep()
}
