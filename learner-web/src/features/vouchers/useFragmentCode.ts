import { useEffect, useState } from 'react'

/** The code of a mailed or followed link, in the fragment that no log sees; once read it leaves the address. */
export function useFragmentCode(): string {
  const [code] = useState(() => new URLSearchParams(location.hash.slice(1)).get('code') ?? '')
  useEffect(() => {
    if (code) history.replaceState(history.state, '', location.pathname + location.search)
  }, [code])
  return code
}
