import * as React from 'react'
import { flushSync } from 'react-dom'

/** The real one, also in a test with fake timers. */
const later = setTimeout

const react = React as unknown as { default: { act?: (work: () => Promise<void>) => Promise<void> } }

/**
 * `render` of vitest-browser-react returns when React's `act` has drawn the component. React as it is shipped has none: here the component is drawn immediately, and
 * what its effects change follows.
 */
react.default.act ??= async (work) => {
  let done: Promise<void> | undefined
  flushSync(() => {
    done = work()
  })
  await done
  await new Promise((resolve) => later(resolve))
}
