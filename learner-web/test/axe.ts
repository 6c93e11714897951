import axe from 'axe-core'
import { expect } from 'vitest'

/** Nothing that axe finds by the rules of WCAG 2.2 AA. */
export async function expectAccessible(): Promise<void> {
  // A color on its way to another is not what people read.
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  const { violations } = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
    // The test's own page has neither, unlike the product's.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}
