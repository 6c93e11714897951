import { atom, getDefaultStore } from 'jotai/vanilla'

/** Whether the browser reports a connection. */
export const onlineAtom = atom(navigator.onLine)

const update = () => getDefaultStore().set(onlineAtom, navigator.onLine)
addEventListener('online', update)
addEventListener('offline', update)
