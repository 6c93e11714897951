import * as React from 'react'
import { flushSync } from 'react-dom'

/**
 * `render` of vitest-browser-react returns when React's `act` has drawn the component. React as it is shipped has none: here the component is drawn at once, and
 * what its effects change follows.
 */
/** Also where a test has a clock of its own. */
const later = setTimeout
const react = React as unknown as { default: { act?: (work: () => Promise<void>) => Promise<void> } }
react.default.act ??= async (work) => {
  let done: Promise<void> | undefined
  flushSync(() => {
    done = work()
  })
  await done
  await new Promise((resolve) => later(resolve))
}
