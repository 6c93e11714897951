import { useLayoutEffect, useState } from 'react'

/**
 * A secret that a mailed link carries in its fragment, `#token=…`, where no server, log or referrer sees it. It is removed from
 * the address once it is read, so that it is neither bookmarked nor shared. Empty when the link had none.
 */
export function useFragmentParam(name: 'token' | 'code'): string {
  const [value, setValue] = useState(() => readFragment(name) ?? '')
  // A layout effect, so that the secret has left the address before anything is shown.
  useLayoutEffect(() => {
    const update = () => {
      const found = readFragment(name)
      // Another fragment, such as the skip link's, is not ours.
      if (found === null) return
      setValue(found)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    update()
    // A second link opened in the same tab only changes the fragment: the browser does not load the page again.
    addEventListener('hashchange', update)
    return () => removeEventListener('hashchange', update)
  }, [name])
  return value
}

function readFragment(name: string): string | null {
  return new URLSearchParams(location.hash.slice(1)).get(name)
}
