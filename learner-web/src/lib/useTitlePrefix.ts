import { useEffect } from 'react'

const PREFIX = /^\d+:\d\d:\d\d · /

/** Shows a time left before the title of the tab, until the component goes. */
export function useTitlePrefix(clock: string | null): void {
  useEffect(() => {
    setPrefix(clock)
  }, [clock])
  useEffect(() => () => setPrefix(null), [])
}

function setPrefix(clock: string | null) {
  const title = document.title.replace(PREFIX, '')
  document.title = clock ? `${clock} · ${title}` : title
}
