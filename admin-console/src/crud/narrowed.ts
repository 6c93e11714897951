import { createContext } from 'react'

/** The list shows what belongs to one record. What narrows it is no filter of its own, so nothing may be done to “all that match”. */
export const NarrowedContext = createContext(false)
