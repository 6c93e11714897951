import { createContext, type RefObject } from 'react'

/** The columns of the rows that are shown, as far as they are fields of a row. */
export interface ListColumns {
  columns: { source: string; field: string; label: string }[]
  /** Hidden unless one chose otherwise. */
  hidden: string[]
}

/** The rows say what columns they have, and the export beside them takes those that are shown. */
export const ListColumnsContext = createContext<RefObject<ListColumns | null>>({ current: null })
