/** The row elements of a list, in the table or in the phone list. */
export const rowsIn = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('.RaDataTable-tbody > tr, .rows-on-phone > li'),
]

/** The scroll container of the rows; null on a phone, where the page scrolls. */
export const scrollBox = () => document.querySelector('.RaDataTable-tableWrapper')

export function focusRow(list: HTMLElement, index: number) {
  const row = rowsIn(list)[index]
  if (!row) return
  row.tabIndex = -1
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}
