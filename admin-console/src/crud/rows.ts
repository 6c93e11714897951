/** The rows of a list as they stand on the page: of its table, and of a phone's list. */
export const rowsIn = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('.RaDataTable-tbody > tr, .rows-on-phone > li'),
]

/** What scrolls when there are more rows than fit: on a phone, the page does. */
export const scrollBox = () => document.querySelector('.RaDataTable-tableWrapper')

export function focusRow(list: HTMLElement, index: number) {
  const row = rowsIn(list)[index]
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}
