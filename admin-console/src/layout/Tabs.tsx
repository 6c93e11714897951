import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import styles from './Tabs.module.css'

export interface Tab {
  name: string
  label: string
}

/** Tabs whose choice stands in the address (`?tab=`): arrow keys, Home and End walk them, as a tab list does. */
export function Tabs({
  label,
  tabs,
  children,
}: {
  label: string
  tabs: [Tab, ...Tab[]]
  children: (name: string) => ReactNode
}) {
  const [search, setSearch] = useSearchParams()
  const list = useRef<HTMLDivElement>(null)
  const asked = search.get('tab')
  const at = Math.max(
    0,
    tabs.findIndex(({ name }) => name === asked),
  )
  const current = tabs[at] ?? tabs[0]
  // On a phone not all of them fit: the chosen one is brought into sight, and nothing but the list is moved.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#tab-${current.name}`)
    if (!list.current || !tab) return
    list.current.scrollLeft =
      tab.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - tab.clientWidth) / 2
  }, [current.name])
  const choose = (index: number) => {
    const next = tabs[(index + tabs.length) % tabs.length] ?? tabs[0]
    setSearch(next === tabs[0] ? {} : { tab: next.name }, { replace: true })
    list.current?.querySelector<HTMLElement>(`#tab-${next.name}`)?.focus()
  }
  const walk = (event: KeyboardEvent) => {
    // From where the focus is: a key held down is faster than the address.
    const from = tabs.findIndex(({ name }) => `tab-${name}` === (event.target as HTMLElement).id)
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose(to)
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={walk}>
        {tabs.map((tab, index) => (
          <button
            key={tab.name}
            id={`tab-${tab.name}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab === current}
            aria-controls="tab-panel"
            tabIndex={tab === current ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${current.name}`} className={styles.panel}>
        {children(current.name)}
      </div>
    </>
  )
}
