import { type Theme, ThemeProvider } from '@mui/material'
import { ListContextProvider, SavedQueriesList, useListContext, useSavedQueries } from 'react-admin'
import styles from './Filters.module.css'

/** react-admin's saved queries. Selecting one also restores its order and page size. */
export default function SavedFilters() {
  const list = useListContext()
  const [saved] = useSavedQueries(list.resource)
  const setFilters: typeof list.setFilters = (filters, displayedFilters) => {
    list.setFilters(filters, displayedFilters)
    const { sort, perPage } = saved.find(({ value }) => value.filter === filters)?.value ?? {}
    if (perPage) list.setPerPage(perPage)
    if (sort) list.setSort(sort)
  }
  return (
    <ListContextProvider value={{ ...list, setFilters }}>
      <div className={styles.saved}>
        <ThemeProvider theme={withoutListElements}>
          <SavedQueriesList icon={null} />
        </ThemeProvider>
      </div>
    </ListContextProvider>
  )
}

/**
 * react-admin places the save button inside a `<ul>`, where only list items are valid HTML. The components are handled as plain objects:
 * to spread MUI's type of them took the compiler twenty seconds.
 */
function withoutListElements(theme: Theme): Theme {
  const components: Record<string, object> = { ...(theme.components as object) }
  for (const name of ['MuiList', 'MuiListItem'])
    components[name] = { ...components[name], defaultProps: { component: 'div' } }
  return Object.assign({}, theme, { components: components as object })
}
