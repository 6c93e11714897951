import { atom, getDefaultStore } from 'jotai/vanilla'

/** The forms with input that a reload would lose, each with what keeps it over one. Pages without forms load no more than this. */
export const unsavedFormsAtom = atom<ReadonlyMap<HTMLFormElement, () => void>>(new Map())

const unsaved = () => getDefaultStore().get(unsavedFormsAtom)

export const hasUnsavedInput = (): boolean => unsaved().size > 0

/** Before the page reloads. */
export function keepUnsavedInput(): void {
  for (const keep of unsaved().values()) keep()
}
