/** Rows that were ticked, or everything that the list's filter matches, on whatever page. */
export type Selection = { ids: string[] } | { filter: string }
