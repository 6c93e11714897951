import { createContext } from 'react'

/** True in a list of rows that belong to one record. Actions on “all that match” are disabled there, because the filter does not include the record. */
export const NarrowedContext = createContext(false)
