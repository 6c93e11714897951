import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 760px)')

/** True if the window is as narrow as a phone. Tables then become cards. */
export const useNarrow = () =>
  useSyncExternalStore(
    (changed) => {
      phone.addEventListener('change', changed)
      return () => phone.removeEventListener('change', changed)
    },
    () => phone.matches,
  )
