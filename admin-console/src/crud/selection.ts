/** Selected rows, or all rows that match the list's filter, across pages. */
export type Selection = { ids: string[] } | { filter: string }
