import { type ThemeOptions, ThemeProvider } from '@mui/material'
import { ListContextProvider, SavedQueriesList, useListContext, useSavedQueries } from 'react-admin'
import styles from './Filters.module.css'

/** react-admin's saved queries. Choosing one sets its filters; its order and the size of its pages come back here too. */
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

/** react-admin puts the button that saves a filter among the items of a `<ul>`, where no button may stand. */
const withoutListElements = <T extends ThemeOptions>(theme: T) => ({
  ...theme,
  components: {
    ...theme.components,
    MuiList: { ...theme.components?.MuiList, defaultProps: { component: 'div' } },
    MuiListItem: { ...theme.components?.MuiListItem, defaultProps: { component: 'div' } },
  },
})
