import { createContext, type RefObject } from 'react'

/** How a CSV export shows a column, if it needs more than the raw field. */
export interface InFile {
  /** Labels for enum values, such as states. */
  words?: Readonly<Record<string, string>> | undefined
  /** A second field shown in the same column; exported with its own header. */
  also?: { field: string; head: string } | undefined
}

/** The displayed columns that are fields of a row. */
export interface ListColumns {
  columns: ({ source: string; field: string; label: string } & InFile)[]
  /** Hidden by default. */
  hidden: string[]
}

/** The rows publish their columns here; the export button reads them. */
export const ListColumnsContext = createContext<RefObject<ListColumns | null>>({ current: null })
