import { useEffect } from 'react'

const PREFIX = /^\d+:\d\d:\d\d · /

/** Shows the time left in the tab's title, until the component unmounts. */
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
