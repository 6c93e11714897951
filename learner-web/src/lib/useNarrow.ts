import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 760px)')

/** Whether the window is as narrow as a phone's: there a table becomes cards. */
export const useNarrow = () =>
  useSyncExternalStore(
    (changed) => {
      phone.addEventListener('change', changed)
      return () => phone.removeEventListener('change', changed)
    },
    () => phone.matches,
  )
