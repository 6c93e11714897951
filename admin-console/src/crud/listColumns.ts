import { createContext, type RefObject } from 'react'

/** How an exported file shows a column, where the field alone is not enough. */
export interface InFile {
  /** What the screen says instead of a value that programs know: a state, a kind. */
  words?: Readonly<Record<string, string>> | undefined
  /** A further field that the same column shows, under a head of its own. */
  also?: { field: string; head: string } | undefined
}

/** The columns of the rows that are shown, as far as they are fields of a row. */
export interface ListColumns {
  columns: ({ source: string; field: string; label: string } & InFile)[]
  /** Hidden unless one chose otherwise. */
  hidden: string[]
}

/** The rows say what columns they have, and the export beside them takes those that are shown. */
export const ListColumnsContext = createContext<RefObject<ListColumns | null>>({ current: null })
